import { Readable } from "node:stream";
import { formatCsvRecord } from "../csv.ts";
import { refuseIfRightsLost } from "../guard/reauthorize.ts";
import { refuse } from "../refusal.ts";
import type { Ctx } from "../request-context.ts";
import type { RequestReply } from "./serve-endpoint.ts";

/**
 * Sends records of CSV as a download, `name` and the day in its file name. A failure after the first byte cannot
 * change the status any more, so the last line of the file says that the rest is missing. A slow reader may take hours:
 * whoever may no longer ask gets no further piece.
 */
export async function sendCsv(
  { request, reply }: RequestReply,
  { ctx, name, records }: { ctx: Ctx; name: string; records: AsyncIterable<string> },
): Promise<void> {
  const day = ctx.now.toISOString().slice(0, 10);
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}-${day}.csv"`)
    .send(Readable.from(endHonestly()));

  async function* endHonestly(): AsyncGenerator<string> {
    try {
      for await (const piece of records) {
        yield piece;
        await refuseIfRightsLost(ctx.db, ctx.actor);
      }
    } catch (error) {
      if (reply.raw.destroyed) {
        request.log.info("the reader of an export left");
        return;
      }
      request.log.error({ err: error }, "an export broke off");
      const { code, message } = refuse(500, "server.export_broke_off");
      yield formatCsvRecord([code, message]);
    }
  }
}
