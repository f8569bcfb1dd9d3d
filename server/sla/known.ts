import type { Logger } from "pino";
import type { Priority } from "#contract/statuses.ts";
import { RecentlyUsed } from "#server/lib/recently-used.ts";
import { type CalendarVersion, readCalendarVersions } from "#server/calendars/versions.ts";
import { type Hours, openHours } from "#server/calendars/windows.ts";
import { keepFresh } from "#server/lib/keep-fresh.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { Assignment, CalendarVersionMoment, Known, PolicyVersionMoment } from "./clock/in-force.ts";
import type { LevelTargets, Policy } from "./clock/types.ts";

/** A version of a service level with its name of today. */
export type PolicyVersion = Policy & {
  id: string;
  policyId: string;
  name: string;
  number: number;
  calendarId: string | null;
};

export type CalendarHours = { version: CalendarVersion; hours: Hours };

/** What this process knows of versions and choices: rows that are only ever added. */
export type Knowledge = Known & {
  /** How many versions and choices there were at least. */
  generation: number;
  policyVersions: ReadonlyMap<string, PolicyVersion>;
  /** Of today. */
  calendarNames: ReadonlyMap<string, string>;
};

export type KnownVersions = {
  /** Whether anybody has a service level, as far as this process has heard. */
  isOn(): boolean;
  /** Reads anew whether anybody has one. */
  refresh(): Promise<void>;
  /** All versions and choices that are committed by now, as the caller's connection sees it. */
  read(db: Db): Promise<Knowledge>;
  /** At least those that there were at a generation. */
  since(generation: number): Promise<Knowledge>;
  /** The hours of versions of calendars, by their ids. */
  openHours(ids: Iterable<string>): Promise<Map<string, CalendarHours>>;
};

/** Milliseconds after which it is read anew whether anybody has one, where a process has not heard of another's first choice. */
const STALE = 60_000;
/** Versions of calendars that are kept open. */
const OPEN = 100;

/**
 * Keeps versions and choices in memory. A row says whether there are newer ones, so that nobody is judged by old ones. Those are
 * read by `apart`: whoever asks may hold a connection of the pool already, and must not wait there for a second one.
 */
export async function openKnownVersions(
  db: Db,
  log: Pick<Logger, "warn">,
  apart = db,
): Promise<KnownVersions> {
  const state = await keepFresh(async () => readState(db), {
    staleMs: STALE,
    log,
    failure: "service levels cannot be read",
  });
  const open = new RecentlyUsed<Promise<CalendarHours>>(OPEN);
  let kept: Knowledge | null = null;
  let reading: Promise<Knowledge> | null = null;
  const openOne = (id: string) => {
    const opening = openVersion(apart, id);
    // A database that was away for a moment is asked again.
    opening.catch(() => open.forget(id));
    return opening;
  };
  async function readAnew(): Promise<Knowledge> {
    try {
      kept = await readKnowledge(apart);
      return kept;
    } finally {
      reading = null;
    }
  }
  async function since(generation: number): Promise<Knowledge> {
    if (kept && kept.generation >= generation) return kept;
    // What somebody else reads right now may have begun before the newest version was saved; what is read next has not.
    const found = await (reading ??= readAnew());
    return found.generation >= generation ? found : (reading ??= readAnew());
  }
  return {
    isOn: () => state.now().is_on,
    refresh: state.refresh,
    read: async (caller) => since((await readState(caller)).generation),
    since,
    async openHours(ids) {
      const found = [...new Set(ids)].map(
        async (id) => [id, await open.take(id, () => openOne(id))] as const,
      );
      return new Map(await Promise.all(found));
    },
  };
}

function readState(db: Db) {
  return db.selectFrom("sla_state").select(["is_on", "generation"]).executeTakeFirstOrThrow();
}

async function openVersion(db: Db, id: string): Promise<CalendarHours> {
  const version = (await readCalendarVersions(db, [id])).get(id);
  if (!version) throw new Error(`there is no version ${id} of a calendar`);
  return { version, hours: await openHours(version) };
}

/** In the order in which one names the other: whatever is saved meanwhile names nothing that is not read. */
async function readKnowledge(db: Db): Promise<Knowledge> {
  const { generation } = await readState(db);
  const assignments = [...(await readAssignments(db)), ...(await readInternal(db))];
  const versions = await readPolicyVersions(db);
  const calendars = await db
    .selectFrom("calendar_versions as v")
    .innerJoin("calendars as c", "c.id", "v.calendar_id")
    .select(["v.id", "v.calendar_id", "v.created_at", "c.name"])
    .orderBy("v.number")
    .execute();
  return {
    generation,
    assignments: Map.groupBy(assignments, ({ companyId }) => companyId),
    policies: groupVersions(
      versions.map(({ version, from }) => ({ of: version.policyId, row: { ...version, from } })),
    ),
    calendars: groupVersions<CalendarVersionMoment>(
      calendars.map(({ id, calendar_id, created_at }) => ({
        of: calendar_id,
        row: { id, from: created_at.getTime() },
      })),
    ),
    policyVersions: new Map(versions.map(({ version }) => [version.id, version])),
    calendarNames: new Map(calendars.map(({ calendar_id, name }) => [calendar_id, name])),
  };
}

function groupVersions<Row extends PolicyVersionMoment | CalendarVersionMoment>(
  rows: readonly { of: string; row: Row }[],
): Map<string, Row[]> {
  const groups = Map.groupBy(rows, ({ of }) => of);
  return new Map([...groups].map(([of, group]) => [of, group.map(({ row }) => row)]));
}

async function readAssignments(db: Db): Promise<Assignment[]> {
  const rows = await db
    .selectFrom("sla_assignments")
    .select(["company_id", "inherits", "policy_id", "calendar_id", "from_at"])
    .orderBy("position")
    .execute();
  return rows.map(({ company_id, inherits, policy_id, calendar_id, from_at }) => ({
    companyId: company_id,
    inherits,
    policyId: policy_id,
    calendarId: calendar_id,
    from: from_at.getTime(),
  }));
}

/** The provider's own company has no service level, whatever applies to everybody. */
async function readInternal(db: Db): Promise<Assignment[]> {
  const rows = await db.selectFrom("companies").select("id").where("is_internal", "=", true).execute();
  return rows.map(({ id }) => ({
    companyId: id,
    inherits: false,
    policyId: null,
    calendarId: null,
    from: 0,
  }));
}

async function readPolicyVersions(db: Db): Promise<{ version: PolicyVersion; from: number }[]> {
  const rows = await db
    .selectFrom("sla_policy_versions as v")
    .innerJoin("sla_policies as p", "p.id", "v.policy_id")
    .select(["v.id", "v.policy_id", "p.name", "v.number", "v.calendar_id", "v.created_at"])
    .select(["v.pauses_for_client", "v.pauses_for_third_party"])
    .orderBy("v.number")
    .execute();
  const targets = Map.groupBy(
    await db.selectFrom("sla_targets").selectAll().execute(),
    ({ policy_version_id }) => policy_version_id,
  );
  return rows.map((row) => ({
    from: row.created_at.getTime(),
    version: {
      id: row.id,
      policyId: row.policy_id,
      name: row.name,
      number: row.number,
      calendarId: row.calendar_id,
      pausesForClient: row.pauses_for_client,
      pausesForThirdParty: row.pauses_for_third_party,
      targets: toTargets(targets.get(row.id) ?? []),
    },
  }));
}

export type TargetRow = {
  priority: Priority;
  first_response_minutes: number | null;
  next_response_minutes: number | null;
  resolution_minutes: number | null;
  around_the_clock: boolean;
};

const NOTHING: LevelTargets = {
  first_response: null,
  next_response: null,
  resolution: null,
  aroundTheClock: false,
};

/** Targets by their priorities, in seconds; a priority without a row promises nothing. */
export function toTargets(rows: readonly TargetRow[]): Policy["targets"] {
  const targets = { low: NOTHING, normal: NOTHING, high: NOTHING, urgent: NOTHING };
  for (const row of rows)
    targets[row.priority] = {
      first_response: toSeconds(row.first_response_minutes),
      next_response: toSeconds(row.next_response_minutes),
      resolution: toSeconds(row.resolution_minutes),
      aroundTheClock: row.around_the_clock,
    };
  return targets;
}

function toSeconds(minutes: number | null): number | null {
  return minutes === null ? null : minutes * 60;
}
