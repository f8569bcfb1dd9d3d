/*
 * Which versions judge a ticket: those in force at the last of its creation, a change of its company, and an application of a
 * change by a person. A version that is saved later judges later tickets alone, however late somebody looks.
 */

/** A choice of the organization (company null) or of a company. Moments are milliseconds from 1970. */
export type Assignment = {
  companyId: string | null;
  inherits: boolean;
  policyId: string | null;
  calendarId: string | null;
  from: number;
};

/** A saved version, by what it is one of. */
export type PolicyVersionMoment = { id: string; calendarId: string | null; from: number };
export type CalendarVersionMoment = { id: string; from: number };

/** Everything that was ever chosen and saved, each in the order of time. */
export type Known = {
  assignments: ReadonlyMap<string | null, readonly Assignment[]>;
  policies: ReadonlyMap<string, readonly PolicyVersionMoment[]>;
  calendars: ReadonlyMap<string, readonly CalendarVersionMoment[]>;
};

/** Versions by their ids; null where nothing is agreed. */
export type Versions = { policyVersionId: string; calendarVersionId: string } | null;

/** From a moment on these versions judge the ticket. */
export type Judging = { from: number; versions: Versions };

/** What of a ticket's life decides about versions; moments are milliseconds. */
export type Life = {
  createdAt: number;
  /** The first one is the company that it was raised for. */
  companies: readonly { at: number; companyId: string | null }[];
  pins: readonly Pin[];
};

/** Versions that somebody has applied, until they took that back. */
type Pin = { at: number; versions: Versions; undoneAt?: number | null };

/** What judges a ticket when, the first from its creation; neighbours that are the same are one. */
export function findJudging(known: Known, { createdAt, companies, pins }: Life): Judging[] {
  const begun = [
    ...companies.map(({ at, companyId }): Pin => ({ at, versions: findInForce(known, companyId, at) })),
    ...pins,
  ].toSorted((a, b) => a.at - b.at);
  // What was decided until then stays as it was decided.
  const undone = pins.flatMap(({ undoneAt }) =>
    undoneAt == null ? [] : [{ at: undoneAt, versions: findStanding(begun, undoneAt) }],
  );
  const judging: Judging[] = [];
  for (const { at, versions } of [...begun, ...undone].toSorted((a, b) => a.at - b.at)) {
    const from = judging.length === 0 ? createdAt : at;
    if (judging.length === 0 || !isSame(judging.at(-1)?.versions ?? null, versions))
      judging.push({ from, versions });
  }
  return judging;
}

/** The last that had begun by a moment and was not taken back by then. */
function findStanding(begun: readonly Pin[], moment: number): Versions {
  const standing = begun.findLast(({ at, undoneAt }) => at <= moment && (undoneAt ?? Infinity) > moment);
  return standing?.versions ?? null;
}

/** What applies to a company at a moment; null for a ticket without a company, and where there is nothing to count by. */
export function findInForce(known: Known, companyId: string | null, at: number): Versions {
  if (companyId === null) return null;
  const { policyId, own, usual } = findChoice(known, companyId, at);
  const policy = policyId === null ? undefined : lastBefore(known.policies.get(policyId), at);
  if (!policy) return null;
  const calendarId = own ?? policy.calendarId ?? usual;
  const calendar = calendarId === null ? undefined : lastBefore(known.calendars.get(calendarId), at);
  return calendar ? { policyVersionId: policy.id, calendarVersionId: calendar.id } : null;
}

/** The policy that is chosen for a company; its own calendar wins, and the organization's is what is left. */
function findChoice(known: Known, companyId: string, at: number) {
  const company = lastBefore(known.assignments.get(companyId), at);
  const organization = lastBefore(known.assignments.get(null), at);
  const isOwn = company !== undefined && !company.inherits;
  return {
    policyId: (isOwn ? company.policyId : organization?.policyId) ?? null,
    own: company?.calendarId ?? null,
    usual: organization?.calendarId ?? null,
  };
}

function lastBefore<Row extends { from: number }>(
  rows: readonly Row[] | undefined,
  at: number,
): Row | undefined {
  return rows?.findLast(({ from }) => from <= at);
}

/** Whether two judge alike. */
export function isSame(one: Versions, other: Versions): boolean {
  return (
    one?.policyVersionId === other?.policyVersionId && one?.calendarVersionId === other?.calendarVersionId
  );
}
