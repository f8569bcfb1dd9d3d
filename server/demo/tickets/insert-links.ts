import { EVENTS } from "#contract/events.ts";
import type { LinkKind } from "#contract/links/link-kinds.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { orderPair } from "#server/links/rows.ts";
import type { StoryRows } from "./story-rows.ts";

/** Stories that belong together, by their subjects. */
const LINKED: readonly [from: string, to: string, kind: LinkKind][] = [
  [
    "VPN drops every 20 minutes after the 7.4 firewall firmware update",
    "Site-to-site VPN to the Gdańsk branch will not renegotiate",
    "related",
  ],
];
const HOUR = 3_600_000;

/** Links stories as their workers did, with what the history says of it; clients never see it. */
export async function insertLinks(
  db: Db,
  stories: readonly StoryRows[],
  uids: ReadonlyMap<string, string>,
  dice: SeededRandom,
): Promise<void> {
  const named = (subject: string) => stories.find(({ story }) => story.subject === subject);
  for (const [fromSubject, toSubject, kind] of LINKED) {
    const [from, to] = [named(fromSubject), named(toSubject)];
    if (!from || !to) throw new Error(`the demo has no "${fromSubject}" or no "${toSubject}"`);
    // oxlint-disable-next-line no-await-in-loop
    await insertLink(db, [from, to], kind, { uids, dice });
  }
}

type Around = { uids: ReadonlyMap<string, string>; dice: SeededRandom };

/** Links a story to another one, an hour after the later of them began. */
export async function insertLink(
  db: Db,
  [from, to]: [StoryRows, StoryRows],
  kind: LinkKind,
  { uids, dice }: Around,
): Promise<void> {
  const at = new Date(Math.max(from.created.getTime(), to.created.getTime()) + HOUR);
  const by = (from.assignee ?? from.lead).id;
  const row = { id: dice.id(), ...orderPair(from.id, to.id, kind), kind };
  await db
    .insertInto("ticket_links")
    .values({ ...row, created_by: by, created_at: at })
    .execute();
  const events = [from, to].map((each) => ({
    id: dice.eventId(at),
    entity: EVENTS["ticket.linked"].entity,
    entity_id: each.id,
    kind: "ticket.linked" as const,
    occurred_at: at,
    recorded_at: at,
    principal_id: by,
    via: "system" as const,
    audience: EVENTS["ticket.linked"].audience,
    company_id: each.companyId,
    after: JSON.stringify({ link: uids.get(each === from ? to.id : from.id) ?? null, row }),
  }));
  await db.insertInto("history").values(events).execute();
}
