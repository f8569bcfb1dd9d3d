import { jobs } from "#contract/jobs.ts";
import { replies } from "#contract/replies.ts";
import { serve, serveObject, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { applyReply } from "./apply.ts";
import { pruneReplies } from "./prune.ts";
import { getReply, listReplies } from "./read.ts";
import { previewReply, renderForTicket, renderUnsaved } from "./render.ts";
import { changeReply, createReply, deleteReply, restoreReply } from "./save.ts";

export function replyRoutes(router: RouteContext): void {
  serve(router, replies.list, (ctx, { query }) => listReplies(ctx, query));
  serve(router, replies.create, (ctx, { body }) => createReply(ctx, body));
  serveObject(router, replies.get, (ctx, { params }) => getReply(ctx, params.reply_id));
  serve(router, replies.change, (ctx, { params, body }) => changeReply(ctx, params.reply_id, body));
  serve(router, replies.delete, (ctx, { params }) => deleteReply(ctx, params.reply_id));
  serve(router, replies.restore, (ctx, { params }) => restoreReply(ctx, params.reply_id));
  serve(router, replies.render, (ctx, { params, body }) => renderForTicket(ctx, params.reply_id, body));
  serve(router, replies.renderText, (ctx, { body }) => renderUnsaved(ctx, body));
  serve(router, replies.preview, (ctx, { params, body }) => previewReply(ctx, params.reply_id, body));
  serve(router, replies.apply, (ctx, { params, body }) => applyReply(ctx, params.reply_id, body));
  handleJob(router, jobs.pruneReplies, pruneReplies, { every: "55 2 * * *" });
}
