import { comments } from "#contract/comments.ts";
import { drafts } from "#contract/comments/drafts.ts";
import { scheduled } from "#contract/comments/scheduled.ts";
import { uploads } from "#contract/uploads.ts";
import { jobs } from "#contract/jobs.ts";
import { asCallerInTurn } from "#server/lib/db/row-level-security.ts";
import { serve, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { storeOnce } from "#server/uploads/store-upload-once.ts";
import { spendUpload } from "#server/uploads/upload-limits.ts";
import { receiveFile, acceptMultipart } from "#server/uploads/receive-upload.ts";
import { sendFile } from "#server/uploads/send-file.ts";
import { attachFile, deleteFile, findFile, refuseAttachment } from "./attachments.ts";
import { getAudience } from "./audience.ts";
import { pruneDrafts } from "./drafts/prune.ts";
import { getDraft, listDrafts } from "./drafts/read.ts";
import { discardDraft, saveDraft } from "./drafts/write.ts";
import { announceComment } from "./jobs.ts";
import { listMentionable } from "./mentionable.ts";
import { listComments, listVersions } from "./read.ts";
import { changeScheduled, sendNow } from "./scheduled/change.ts";
import { listScheduled } from "./scheduled/read.ts";
import { scheduleComment } from "./scheduled/schedule.ts";
import { takeBack, takeBackGroup } from "./scheduled/take-back.ts";
import { changeComment, deleteComment } from "./write.ts";
import { createComment } from "./create.ts";

export function commentRoutes(router: RouteContext): void {
  handleJob(router, jobs.announceComment, announceComment, { batch: 10, canWait: true });
  serve(router, comments.list, (ctx, { params, query }) => listComments(ctx, params.ticket_id, query));
  serve(router, comments.audience, (ctx, { params, query }) => getAudience(ctx, params.ticket_id, query));
  serve(router, comments.mentionable, (ctx, { params, query }) =>
    listMentionable(ctx, params.ticket_id, query),
  );
  serve(router, comments.create, (ctx, { params, body }) => createComment(ctx, params.ticket_id, body));
  serve(router, comments.change, (ctx, { params, body }) => changeComment(ctx, params, body));
  serve(router, comments.delete, (ctx, { params }) => deleteComment(ctx, params));
  serve(router, comments.versions, (ctx, { params }) =>
    listVersions(ctx, params.ticket_id, params.comment_id),
  );
  serve(router, scheduled.list, (ctx, { params }) => listScheduled(ctx, params.ticket_id));
  serve(router, scheduled.create, (ctx, { params, body }) => scheduleComment(ctx, params.ticket_id, body));
  serve(router, scheduled.change, (ctx, { params, body }) => changeScheduled(ctx, params, body));
  serve(router, scheduled.delete, (ctx, { params }) => takeBack(ctx, params));
  serve(router, scheduled.sendNow, (ctx, { params }) => sendNow(ctx, params));
  serve(router, scheduled.deleteGroup, (ctx, { params }) => takeBackGroup(ctx, params.group_id));
  serve(router, drafts.list, (ctx) => listDrafts(ctx));
  serve(router, drafts.get, (ctx, { params }) => getDraft(ctx, params.ticket_id));
  serve(router, drafts.save, (ctx, { params, body }) => saveDraft(ctx, params.ticket_id, body), {
    writesOnce: "while somebody writes, their own words come every second, and nobody else reads them",
  });
  serve(router, drafts.delete, (ctx, { params, query }) => discardDraft(ctx, params.ticket_id, query));
  handleJob(router, jobs.pruneDrafts, pruneDrafts, { every: "55 2 * * *" });
  acceptMultipart(router, (within) => {
    serveRaw(within, uploads.attach, async (ctx, { params }, { request, reply }) => {
      await asCallerInTurn(ctx, (db) => refuseAttachment({ ...ctx, db }, params.ticket_id));
      await spendUpload(ctx, request);
      const file = await receiveFile(router.app.files, request, (arrival) =>
        storeOnce(ctx, request, arrival, (inside) => attachFile(inside, params.ticket_id, arrival)),
      );
      await reply.code(201).send(file);
    });
  });
  serveRaw(router, uploads.download, async (ctx, { params, query }, { reply }) => {
    const { file } = await asCallerInTurn(ctx, (db) => findFile({ ...ctx, db }, params.attachment_id));
    await sendFile(router.app.files, file, { inline: query.inline ?? false, reply });
  });
  serve(router, uploads.delete, (ctx, { params }) => deleteFile(ctx, params.attachment_id));
}
