import type { Language } from "#contract/languages.ts";
import { Effects } from "#contract/macros/effects.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Directory } from "./insert-people.ts";
import { type DemoReply, SAVED_REPLIES } from "./saved-replies.ts";

const DAY = 24 * 3_600_000;
/** How long ago they were written, and over how many days they were used. */
const AGE = 45;
const USED_DAYS = 20;

/** Inserts the desk's saved replies and macros, with how often they were used of late. */
export async function insertReplies(db: Db, people: Directory, dice: SeededRandom, now: Date): Promise<void> {
  const ids = await readStaffIds(db);
  const rows = SAVED_REPLIES.map((reply) => ({ id: dice.id(), reply }));
  const written = new Date(now.getTime() - AGE * DAY);
  await db
    .insertInto("saved_replies")
    .values(
      rows.map(({ id, reply }) => ({
        id,
        name: reply.name,
        audience: reply.audience,
        group_id: reply.team ? people.teams.get(reply.team) : null,
        owner_id: ids.get(reply.owner) ?? "",
        visibility: reply.visibility ?? ("any" as const),
        effects: JSON.stringify(effectsOf(reply, ids)),
        created_at: written,
        updated_at: written,
      })),
    )
    .execute();
  await db
    .insertInto("saved_reply_texts")
    .values(
      rows.flatMap(({ id, reply }) =>
        textsOf(reply).map((text, position) => ({ reply_id: id, position, ...text })),
      ),
    )
    .execute();
  await db
    .insertInto("saved_reply_uses")
    .values(rows.flatMap(({ id, reply }) => usesOf(id, reply, ids, now)))
    .execute();
}

/** With those who have left: a macro may still name one. */
async function readStaffIds(db: Db): Promise<Map<string, string>> {
  const staff = await db
    .selectFrom("users")
    .select(["id", "fullname"])
    .where("user_type", "=", "internal")
    .execute();
  return new Map(staff.map(({ id, fullname }) => [fullname, id]));
}

function effectsOf({ effects = {} }: DemoReply, ids: ReadonlyMap<string, string>): Effects {
  const { assignee } = effects;
  return Effects.parse({ ...effects, ...(assignee && { assignee: ids.get(assignee) ?? assignee }) });
}

function textsOf({ en, de }: DemoReply): { language: Language; body: string }[] {
  return [
    ...(en === undefined ? [] : [{ language: "en" as const, body: en }]),
    ...(de === undefined ? [] : [{ language: "de" as const, body: de }]),
  ];
}

/** Spread over the last weeks, more of them on the days nearest to today. */
function usesOf(reply_id: string, { uses = {} }: DemoReply, ids: ReadonlyMap<string, string>, now: Date) {
  return Object.entries(uses).flatMap(([fullname, count = 0]) => {
    const days = Math.min(count, USED_DAYS);
    const each = Math.floor(count / days);
    return Array.from({ length: days }, (_, ago) => ({
      reply_id,
      user_id: ids.get(fullname) ?? "",
      day: new Date(now.getTime() - ago * DAY).toISOString().slice(0, 10),
      uses: each + (ago < count % days ? 1 : 0),
    }));
  });
}
