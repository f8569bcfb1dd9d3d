import { sql } from "kysely";
import type { EffectField, Effects, StaleEffect } from "#contract/macros/effects.ts";
import { type StaleField, STALE_WORDS } from "#contract/macros/stale-words.ts";
import type { Db } from "#server/lib/request-context.ts";
import { holds } from "#server/lib/rights-of-others.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTags, type NamedTag } from "#server/tags/find-by-name.ts";

/** Somebody or something that effects name: what it is called, and whether tickets may still be given to it. */
export type Target = { id: string; name: string; fits: boolean };

/** What effects name, as it is now. */
export type Targets = {
  people: ReadonlyMap<string, Target>;
  teams: ReadonlyMap<string, Target>;
  /** By the names as asked, former ones too; those that are gone are left out. */
  tags: ReadonlyMap<string, NamedTag>;
};

type Asked = Pick<Effects, "assignee" | "team" | "add_tags" | "remove_tags">;

/** Reads what many effects name, in a statement a kind. `me` is whom "me" stands for. */
export async function readTargets(db: Db, asked: readonly Asked[], me: string): Promise<Targets> {
  const names = asked.flatMap(({ add_tags = [], remove_tags = [] }) => [...add_tags, ...remove_tags]);
  return {
    people: await readPeople(db, [...new Set(asked.flatMap((effects) => assigneeOf(effects, me)))]),
    teams: await readTeams(db, [...new Set(asked.flatMap(teamOf))]),
    tags: await findTags(db, [...new Set(names)]),
  };
}

/**
 * Locks the person and the team that effects name until the transaction ends, so that neither goes meanwhile. Before any
 * ticket is locked: who deletes a person locks them first, and then their tickets.
 */
export async function holdTargets(db: Db, effects: Asked, me: string): Promise<void> {
  for (const id of assigneeOf(effects, me))
    await db.selectFrom("users").select("id").where("id", "=", id).forShare().execute();
  for (const id of teamOf(effects))
    await db.selectFrom("groups").select("id").where("id", "=", id).forShare().execute();
}

export function assigneeOf({ assignee }: Pick<Asked, "assignee">, me: string): string[] {
  if (assignee === undefined || assignee === "none") return [];
  return [assignee === "me" ? me : assignee];
}

export function teamOf({ team }: Pick<Asked, "team">): string[] {
  return team === undefined || team === "none" ? [] : [team];
}

async function readPeople(db: Db, ids: string[]): Promise<Map<string, Target>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Target>`
    select u.id, u.fullname as name, u.user_type = 'internal' and u.deleted_at is null and ${holds("tickets.assign")} as fits
    from users u where u.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function readTeams(db: Db, ids: string[]): Promise<Map<string, Target>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Target>`
    select g.id, g.name, g.deleted_at is null and c.is_internal as fits
    from groups g join companies c on c.id = g.company_id where g.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What of effects no longer fits: whoever can no longer be assigned, a team that takes no tickets, tags that are gone. */
export function findStale(effects: Asked, targets: Targets, me: string): StaleEffect[] {
  const { add_tags = [] } = effects;
  return [
    ...assigneeOf(effects, me).flatMap((id) => staleTarget("assignee", targets.people.get(id))),
    ...teamOf(effects).flatMap((id) => staleTarget("team", targets.teams.get(id))),
    ...add_tags.filter((name) => !targets.tags.has(name)).map((name) => sayStale("add_tags", name)),
  ];
}

/** An id that nobody ever had has no name. */
function staleTarget(field: "assignee" | "team", target: Target | undefined): StaleEffect[] {
  return target?.fits ? [] : [sayStale(field, target?.name ?? "?")];
}

const REFUSAL_OF = {
  assignee: "macro.assignee_stale",
  team: "macro.team_stale",
  add_tags: "macro.tag_stale",
  reply: "macro.reply_stale",
} as const satisfies Record<StaleField, string>;

/** Says what no longer fits. */
export function sayStale(field: StaleField, name: string): StaleEffect {
  return { field, name, words: STALE_WORDS[field](name) };
}

/** The refusal of effects of which something no longer fits, with all of it. */
export function refuseStale(stale: readonly StaleEffect[]) {
  const first = stale.find(({ field }) => isStaleField(field));
  if (!first || !isStaleField(first.field)) throw new Error("nothing is stale");
  return refuse(409, REFUSAL_OF[first.field], {
    params: { name: first.name },
    extensions: { facts: { stale } },
  });
}

function isStaleField(field: EffectField | "reply"): field is StaleField {
  return Object.hasOwn(REFUSAL_OF, field);
}
