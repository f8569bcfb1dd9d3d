import { imports } from "#contract/import.ts";
import { jobs } from "#contract/jobs.ts";
import { LIMITS } from "#contract/limits.ts";
import { serve, serveObject, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { refuse } from "#server/lib/refusal.ts";
import { handleJob } from "#server/lib/work/jobs.ts";
import { acceptMultipart } from "#server/uploads/receive-upload.ts";
import {
  checkImport,
  discardImport,
  startImport,
  stopImport,
  undoStoredImport,
} from "./stored/change-state.ts";
import { exists, readRejects, rejectsOf } from "./stored/import-files.ts";
import { runStored, sweepImports, undoStored } from "./stored/jobs.ts";
import { findImport, getImport, listImports } from "./stored/read.ts";
import { readTable } from "./stored/read-table.ts";
import { receiveImport } from "./stored/receive-import.ts";

/** Imports as the page works on them; the shell runs the same ones by `npm run import`. */
export function importRoutes(router: RouteContext): void {
  serve(router, imports.list, (ctx) => listImports(ctx));
  serveObject(router, imports.get, (ctx, { params }) => getImport(ctx, params.import_id));
  serve(router, imports.table, (ctx, { params, query }) => readTable(ctx, params.import_id, query));
  serve(router, imports.check, (ctx, { params, body }) => checkImport(ctx, params.import_id, body));
  serve(router, imports.start, (ctx, { params }) => startImport(ctx, params.import_id));
  serve(router, imports.stop, (ctx, { params }) => stopImport(ctx, params.import_id));
  serve(router, imports.undo, (ctx, { params }) => undoStoredImport(ctx, params.import_id));
  serve(router, imports.discard, (ctx, { params }) => discardImport(ctx, params.import_id));
  serveRaw(router, imports.rejects, async (ctx, { params }, { reply }) => {
    await findImport(ctx.db, params.import_id);
    if (!(await exists(rejectsOf(ctx.app, params.import_id)))) throw refuse(410, "import.file_gone");
    await reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="rejects.csv"')
      .send(readRejects(ctx.app, params.import_id));
  });
  acceptMultipart(
    router,
    (within) =>
      serveRaw(within, imports.upload, async (ctx, _input, { request, reply }) => {
        await reply.code(201).send(await receiveImport(ctx, request));
      }),
    LIMITS.importBytes,
  );
  handleJob(router, jobs.checkImport, (app, data) => runStored(app, data, { dryRun: true }), LONG);
  handleJob(router, jobs.runImport, (app, data) => runStored(app, data, { dryRun: false }), LONG);
  handleJob(router, jobs.undoImport, undoStored, LONG);
  handleJob(router, jobs.sweepImports, sweepImports, { every: "*/5 * * * *" });
}

/** A million rows take a quarter of an hour. What was killed is found by the sweep, and gone on with by a person. */
const LONG = { retries: 0, hours: 12 };
