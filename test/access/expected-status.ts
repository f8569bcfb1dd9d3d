import { CAST, isOut, type Player, type Who } from "./callers.ts";
import { RELATIONS, type Relation, type Target } from "./make-objects.ts";
import type { Kind } from "./targets.ts";

/** One request. */
export type Ask = {
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Sends a small file instead of a body. */
  file?: true;
};

/** Makers of further objects that a slot may use besides the object it varies. */
export type Around = { player: Player; target: (kind: Kind, relation: Relation) => Promise<Target> };

/**
 * Statuses by who asks: one for all relations, or six in the order of RELATIONS. Signed-out callers and those who have
 * to change their password or set up a second factor first are not written here: they get 401 and 403 unless the row
 * is open to them.
 */
export type Expected = Partial<Record<Who | "staff" | "everyone", string>>;

/** One object of a request that is varied while everything else stays what the caller may. */
export type Slot = {
  of: string;
  /** Absent: the request names no object, and is one cell for each of the cast. */
  kind?: Kind;
  /** Relations that make sense for the kind; all of them by default. */
  relations?: readonly Relation[];
  ask: (target: Target, around: Around) => Ask | Promise<Ask>;
  expected: Expected;
  /** 200 for callers who see the object although the answer is 404 for another reason, which it may then name. */
  seen?: Expected;
  /** Looks at an answer of 200: words for what is wrong with it. */
  check?: (body: unknown, player: Player) => string | null;
};

export type Row = {
  /** Open without a session. */
  open?: true;
  /** Open to somebody who has to choose a new password first. */
  duringPasswordChange?: true;
  /** Open to somebody whose role requires a second factor that is not set up yet. */
  duringSecondFactorSetup?: true;
  /** The caller cannot be used again afterwards. */
  spendsCaller?: true;
  slots: Slot[];
};
export type Table = Record<string, Row>;

/** Staff but administrators. */
const STAFF: Who[] = ["manager", "team_lead", "support_specialist"];
/** Callers who get the answers of another caller unless a row says more. */
const LIKE: Partial<Record<Who, Who>> = {
  foreign_client_admin: "client_admin",
  foreign_client: "client",
  inactive_client: "client",
  inactive_client_admin: "client_admin",
  password_to_change: "administrator",
  second_factor_to_set_up: "manager",
};

/** The status that the table promises for one cell. */
export function expectedStatus(
  row: Row,
  { expected }: Pick<Slot, "expected">,
  who: Who,
  relation: Relation,
): number {
  if (!row.open && isOut(who)) return 401;
  if (!row.open && who === "password_to_change" && !row.duringPasswordChange) return 403;
  if (!row.open && who === "second_factor_to_set_up" && !row.duringSecondFactorSetup) return 403;
  const known = isOut(who) ? "anonymous" : who;
  const like = LIKE[known] ?? known;
  const words =
    expected[known] ??
    expected[like] ??
    (STAFF.includes(like) || (known === "administrator" && expected.administrator === undefined)
      ? expected.staff
      : undefined) ??
    expected.everyone;
  if (words === undefined) throw new Error(`the table says nothing for ${who} (${CAST[who].role})`);
  const statuses = words.split(" ").map(Number);
  const status = statuses.length === 1 ? statuses[0] : statuses[RELATIONS.indexOf(relation)];
  if (status === undefined || Number.isNaN(status)) throw new Error(`"${words}" has no ${relation}`);
  return status;
}

/** Callers who see a ticket get `status`; everybody else learns nothing (rules 52 and 440). */
export const whoSees = (status: number, changes: Expected = {}): Expected => ({
  administrator: `${status} ${status} ${status} ${status} 404 404`,
  staff: `${status} ${status} ${status} 404 404 404`,
  client_admin: `${status} ${status} 404 404 404 404`,
  client: `${status} 404 404 404 404 404`,
  no_role: "403",
  ...changes,
});

/** Staff who see it get `status`, all others 403. */
export const staffWhoSee = (status: number, changes: Expected = {}): Expected => ({
  administrator: `${status} ${status} ${status} ${status} 404 404`,
  staff: `${status} ${status} ${status} 404 404 404`,
  everyone: "403",
  ...changes,
});

/** Only administrators; `words` are theirs. */
export const administratorsAlone = (words: string): Expected => ({ administrator: words, everyone: "403" });
