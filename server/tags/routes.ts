import { jobs } from "#contract/jobs.ts";
import { tags } from "#contract/tags.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { createTag } from "./create.ts";
import { deleteTag, mergeTag, renameTag } from "./manage.ts";
import { pruneTags } from "./prune.ts";
import { listTags } from "./read.ts";
import { setTags, tagTickets } from "./tag-tickets.ts";
import { undoTagging } from "./undo.ts";

export function tagRoutes(router: RouteContext): void {
  serve(router, tags.list, (ctx, { query }) => listTags(ctx, query));
  serve(router, tags.create, (ctx, { body }) => createTag(ctx, body));
  serve(router, tags.rename, (ctx, { params, body }) => renameTag(ctx, params.tag_id, body));
  serve(router, tags.merge, (ctx, { params, body }) => mergeTag(ctx, params.tag_id, body));
  serve(router, tags.delete, (ctx, { params }) => deleteTag(ctx, params.tag_id));
  serve(router, tags.undo, (ctx, { params }) => undoTagging(ctx, params.group_id));
  serve(router, tags.set, (ctx, { params, body }) => setTags(ctx, params.ticket_id, body));
  serve(router, tags.tag, (ctx, { body }) => tagTickets(ctx, body));
  handleJob(router, jobs.pruneTags, pruneTags, { every: "40 2 * * *" });
}
