import { Readable } from "node:stream";
import { formatCsvRecord } from "../csv.ts";
import { refuse } from "../refusal.ts";
import type { RequestReply } from "./serve-endpoint.ts";

/**
 * Sends records of CSV as a download, `name` and the day in its file name. A failure after the first byte cannot
 * change the status any more, so the last line of the file says that the rest is missing.
 */
export async function sendCsv(
  { request, reply }: RequestReply,
  { name, day, records }: { name: string; day: Date; records: AsyncIterable<string> },
): Promise<void> {
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}-${day.toISOString().slice(0, 10)}.csv"`)
    .send(Readable.from(endHonestly(records)));

  async function* endHonestly(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* pieces;
    } catch (error) {
      request.log.error({ err: error }, "an export broke off");
      const { code, message } = refuse(500, "server.export_broke_off");
      yield formatCsvRecord([code, message]);
    }
  }
}
