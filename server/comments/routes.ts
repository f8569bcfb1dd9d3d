import { comments } from "#contract/comments.ts";
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
import { announceComment } from "./jobs.ts";
import { listMentionable } from "./mentionable.ts";
import { listComments, listVersions } from "./read.ts";
import { changeComment, deleteComment } from "./write.ts";
import { createComment } from "./create.ts";

export function commentRoutes(router: RouteContext): void {
  handleJob(router, jobs.announceComment, announceComment);
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
