import { sql } from "kysely";
import type { z } from "zod";
import type { merges } from "#contract/merges.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { lockTicket, type TicketRecord } from "#server/tickets/read.ts";
import { refuseMerging } from "./merge.ts";

export type Chosen = {
  id: string;
  comment: string;
  visibility: "public" | "internal";
  files: number;
  /** Whoever wrote it, where that is somebody from outside of the ticket's company. */
  client_id: string | null;
};

/** Reads the chosen comments in the order of the conversation. Refuses 422 where one is not on the ticket. */
export async function readChosen(db: Db, ticketId: string, ids: readonly string[]): Promise<Chosen[]> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<Chosen>`
    select c.id, c.comment, c.visibility, u.id as client_id,
      (select count(*)::int from attachments a where a.comment_id = c.id and a.deleted_at is null) as files
    from comments c join tickets t on t.id = c.ticket_id
    left join users u on u.id = c.author_id and u.user_type = 'external' and u.deleted_at is null
      and u.company_id is not distinct from t.company_id
    where c.id = any(${wanted}::uuid[]) and c.ticket_id = ${ticketId} and c.deleted_at is null and not c.stands_as_issue
    order by c.created_at, c.position`.execute(db);
  if (rows.length < wanted.length) throw refuseField(422, "comment_ids", "merge.comment_unknown");
  return rows;
}

export function firstPublic(chosen: readonly Chosen[]): Chosen | undefined {
  return chosen.find(({ visibility }) => visibility === "public");
}

/** The requester of the new ticket: who is asked for, the author of the first public comment, or that of the old ticket. */
export async function chooseRequester(
  { db }: Ctx,
  old: TicketRecord,
  chosen: readonly Chosen[],
  asked: string | undefined,
): Promise<string | null> {
  const preset = firstPublic(chosen)?.client_id ?? old.client_id;
  if (asked === undefined || asked === preset) return preset;
  const person = await db
    .selectFrom("users")
    .select("company_id")
    .where("id", "=", asked)
    .where("user_type", "=", "external")
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!person || (asked !== old.client_id && person.company_id !== old.company_id))
    throw refuseField(422, "client_id", "merge.client_unfit");
  return asked;
}

/** Says what a split would do; nothing is changed. */
export async function previewSplit(ctx: Ctx, id: string, wanted: z.output<typeof merges.splitPreview.body>) {
  refuseMerging(ctx.actor);
  const old = await lockTicket(ctx, id);
  if (old.deleted) throw refuse(403, "ticket.in_trash");
  const chosen = await readChosen(ctx.db, old.id, wanted.comment_ids);
  const client_id = await chooseRequester(ctx, old, chosen, wanted.client_id);
  const first = firstPublic(chosen);
  const names = await ctx.db
    .selectNoFrom((eb) => [
      eb.selectFrom("users").select("fullname").where("id", "=", client_id).as("client_fullname"),
      eb.selectFrom("companies").select("name").where("id", "=", old.company_id).as("company_name"),
    ])
    .executeTakeFirstOrThrow();
  return {
    subject: subjectFrom(first?.comment ?? old.subject),
    issue: first?.comment ?? null,
    client_id,
    ...names,
    moves: {
      comments: chosen.filter(({ visibility }) => visibility === "public").length,
      notes: chosen.filter(({ visibility }) => visibility === "internal").length,
      files: chosen.reduce((sum, { files }) => sum + files, 0),
      checklist: 0,
    },
    readers:
      client_id !== null && names.client_fullname !== null
        ? [{ user_id: client_id, fullname: names.client_fullname }]
        : [],
  };
}

/** A suggestion: the first sentence or line of what somebody wrote. */
function subjectFrom(text: string): string {
  const line = text.split(/\n|(?<=[.!?])\s/u).find((part) => part.trim() !== "") ?? "";
  const plain = line.replaceAll(/[*_`#>]/g, "").trim();
  return plain.length > LIMITS.subject ? `${plain.slice(0, LIMITS.subject - 1)}…` : plain;
}
