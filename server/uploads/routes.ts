import { uploads } from "#contract/uploads.ts";
import { jobs } from "#contract/jobs.ts";
import { serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { storeOnce } from "./store-upload-once.ts";
import { getFile } from "./read.ts";
import { receiveFile, acceptMultipart } from "./receive-upload.ts";
import { pruneFiles } from "./prune.ts";
import { refuseManyDrafts, spendUpload } from "./upload-limits.ts";
import { eraseDeletedDraft } from "./erase-deleted-draft.ts";
import { storeFile } from "./write.ts";

/** Routes of drafts only. The feature `comments`, which knows their readers, serves files of tickets and comments. */
export function uploadRoutes(router: RouteContext): void {
  acceptMultipart(router, (within) => {
    serveRaw(within, uploads.draft, async (ctx, _input, { request, reply }) => {
      await refuseManyDrafts(ctx);
      await spendUpload(ctx, request);
      const file = await receiveFile(router.app.files, request, (arrival) =>
        storeOnce(ctx, request, arrival, async (inside) =>
          getFile(inside.db, await storeFile(inside, arrival, { ticketId: null, commentId: null })),
        ),
      );
      await reply.code(201).send(file);
    });
  });
  handleJob(router, jobs.eraseDeletedDraft, eraseDeletedDraft);
  handleJob(router, jobs.pruneFiles, pruneFiles, { every: "20 3 * * *" });
}
