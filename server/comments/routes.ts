import { comments } from "#contract/comments.ts";
import { uploads } from "#contract/uploads.ts";
import { asCaller } from "../lib/guest.ts";
import { serve, serveRaw, type Floor } from "../lib/serve.ts";
import { keptOnce } from "../uploads/kept-once.ts";
import { receiveFile, receiving } from "../uploads/receive.ts";
import { sendFile } from "../uploads/send.ts";
import { attachFile, deleteFile, findFile, refuseAttaching } from "./files.ts";
import { announceComment } from "./later.ts";
import { listComments, listVersions } from "./read.ts";
import { changeComment, createComment, deleteComment } from "./write.ts";

export function commentRoutes(floor: Floor): void {
  floor.jobs.push({ name: "comments.announce", run: (data) => announceComment(floor.house, data) });
  serve(floor, comments.list, (ctx, { params, query }) => listComments(ctx, params.ticket_id, query));
  serve(floor, comments.create, (ctx, { params, body }) => createComment(ctx, params.ticket_id, body));
  serve(floor, comments.change, (ctx, { params, body }) => changeComment(ctx, params, body.comment));
  serve(floor, comments.delete, (ctx, { params }) => deleteComment(ctx, params));
  serve(floor, comments.versions, (ctx, { params }) =>
    listVersions(ctx, params.ticket_id, params.comment_id),
  );
  receiving(floor, (within) => {
    serveRaw(within, uploads.attach, async (ctx, { params }, { request, reply }) => {
      await asCaller(ctx, (db) => refuseAttaching({ ...ctx, db }, params.ticket_id));
      const file = await receiveFile(floor.house.files, request, (arrival) =>
        keptOnce(ctx, request, arrival, (inside) => attachFile(inside, params.ticket_id, arrival)),
      );
      await reply.code(201).send(file);
    });
  });
  serveRaw(floor, uploads.download, async (ctx, { params, query }, { reply }) => {
    const { file } = await asCaller(ctx, (db) => findFile({ ...ctx, db }, params.attachment_id));
    await sendFile(floor.house.files, file, { inline: query.inline ?? false, reply });
  });
  serve(floor, uploads.delete, (ctx, { params }) => deleteFile(ctx, params.attachment_id));
}
