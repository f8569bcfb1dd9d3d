import type { Language } from "#contract/languages.ts";
import { sayReason } from "#contract/refusals/import-reasons.ts";
import { NewReply } from "#contract/replies.ts";
import { isStorable } from "#contract/text/text-characters.ts";
import type { Db } from "#server/lib/request-context.ts";
import { Refusal } from "#server/lib/refusal.ts";
import { addImported } from "#server/replies/add-imported.ts";
import { StartError } from "#server/start/start-error.ts";
import { readSize } from "./import-tickets.ts";
import type { CsvRow } from "./read/csv.ts";
import { openSource } from "./read/open-source.ts";
import { findPosition } from "./rows/column-mapping.ts";

export const REPLY_FIELDS = ["name", "text"] as const;
export type ReplyField = (typeof REPLY_FIELDS)[number];

export type RepliesOrder = {
  file: string;
  /** Field to the name of its column. */
  map: ReadonlyMap<ReplyField, string>;
  language: Language;
  /** The name of a team; null for all staff. */
  team: string | null;
  now: Date;
};

export type RepliesReport = {
  imported: number;
  skipped: number;
  rejected: { line: number; reason: string }[];
};

/**
 * Reads saved replies of another desk from a file, one a row, all in one transaction. The same file may be read again, and
 * with other languages: a text that is there already stays. Refuses a missing file, column or team.
 */
export async function importReplies(db: Db, order: RepliesOrder): Promise<RepliesReport> {
  const source = await openSource({ file: order.file, size: await readSize(order.file) });
  try {
    const header = source.header.map((name) => name.trim());
    const [name = 0, text = 0] = REPLY_FIELDS.map((field) =>
      findPosition(header, order.map.get(field) ?? field),
    );
    const report: RepliesReport = { imported: 0, skipped: 0, rejected: [] };
    await db.transaction().execute(async (tx) => {
      const place = await findPlace(tx, order.team);
      for await (const rows of source.readRows())
        for (const row of rows) await addRow(tx, { row, at: { name, text }, order, place, report });
    });
    return report;
  } finally {
    source.close();
  }
}

type Place = { audience: "team" | "everyone"; group_id: string | null };

async function findPlace(db: Db, team: string | null): Promise<Place> {
  if (team === null) return { audience: "everyone", group_id: null };
  const found = await db
    .selectFrom("groups as g")
    .innerJoin("companies as c", "c.id", "g.company_id")
    .select("g.id")
    .where("g.name", "=", team)
    .where("g.deleted_at", "is", null)
    .where("c.is_internal", "=", true)
    .executeTakeFirst();
  if (!found) throw new StartError(`There is no team "${team}".`);
  return { audience: "team", group_id: found.id };
}

type Row = {
  row: CsvRow;
  at: Record<ReplyField, number>;
  order: RepliesOrder;
  place: Place;
  report: RepliesReport;
};

async function addRow(db: Db, { row, at, order, place, report }: Row): Promise<void> {
  const reject = (reason: string) => report.rejected.push({ line: row.line, reason });
  if (row.broken !== undefined) {
    reject(sayReason(row.broken));
    return;
  }
  const [name = "", body = ""] = [row.fields[at.name], row.fields[at.text]];
  if (name.trim() === "" && body.trim() === "") return;
  if (!isStorable(name + body)) {
    reject("The row holds a character that cannot be stored");
    return;
  }
  const texts = [{ language: order.language, body: body.replaceAll(/\r\n?/g, "\n") }];
  const read = NewReply.safeParse({ name, texts, ...place });
  const [text] = read.data?.texts ?? [];
  if (!read.success || !text) {
    reject(read.error?.issues[0]?.message ?? "The row has no text");
    return;
  }
  const ctx = { db, now: order.now, actor: null, ip: null, requestId: "import", via: "import" as const };
  try {
    const isNew = await addImported(ctx, { name: read.data.name, ...text }, place);
    report[isNew ? "imported" : "skipped"] += 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reject(error.message);
  }
}
