type Definition = {
  code: string;
  /** What the status means to rules and clocks, whatever it is called. */
  category: "open" | "waiting_for_client" | "waiting_for_third_party" | "closed";
  /** Its place in the course of a ticket, for charts and for lists sorted by status. */
  place: number;
  /** Its place among the options of the create and edit forms (rule 257); null where they do not offer it. */
  inForms: number | null;
  /** Its place among the options of the list's filter (rule 242); null where it stands behind "More filters". */
  inFilter: number | null;
};

/** Everything that is particular about a status, once, in the order of menus that offer all: docs/how-to/add-a-status.md. */
const DEFINITIONS = [
  { code: "open", category: "open", place: 1, inForms: 1, inFilter: 1 },
  { code: "pending", category: "waiting_for_client", place: 4, inForms: 2, inFilter: 2 },
  { code: "in_progress", category: "open", place: 2, inForms: null, inFilter: null },
  { code: "on_hold", category: "waiting_for_third_party", place: 3, inForms: 4, inFilter: 3 },
  { code: "closed", category: "closed", place: 5, inForms: 3, inFilter: 4 },
] as const satisfies readonly Definition[];

/** The codes on the wire (rule 251). */
export type Status = (typeof DEFINITIONS)[number]["code"];
export type StatusCategory = Definition["category"];

export const STATUSES: readonly Status[] = DEFINITIONS.map(({ code }) => code);

/** In the course of a ticket (rule 229). */
export const STATUSES_IN_COURSE: readonly Status[] = orderedBy("place");

/** The options of the create and edit forms. */
export const SELECTABLE_STATUSES: readonly Status[] = orderedBy("inForms");

/** The options of the list's status filter. */
export const FILTER_STATUSES: readonly Status[] = orderedBy("inFilter");

/** What that filter does not offer. */
export const OTHER_FILTER_STATUSES: readonly Status[] = STATUSES.filter(
  (code) => !FILTER_STATUSES.includes(code),
);

/** Of a new ticket, and of one that goes on: reopened, or answered by its client. */
export const DEFAULT_STATUS: Status = "open";

/** Of a ticket that somebody has begun to work on, where the desk sets that by itself. */
export const STARTED_STATUS: Status = "in_progress";

/** Of a solved ticket. */
export const SOLVED_STATUS: Status = "closed";

export function statusesIn(category: StatusCategory): Status[] {
  return DEFINITIONS.filter((each) => each.category === category).map(({ code }) => code);
}

/** The category of a code; null for one that nobody knows, such as an imported ticket may have. */
export function categoryOf(status: string): StatusCategory | null {
  return DEFINITIONS.find(({ code }) => code === status)?.category ?? null;
}

/** Whether the work on a ticket is over. */
export function isClosed(status: string): boolean {
  return categoryOf(status) === "closed";
}

export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];
/** Whether a value of the database or of a file is a priority. */
export function isPriority(value: unknown): value is Priority {
  return PRIORITIES.some((priority) => priority === value);
}

export const DEFAULT_PRIORITY: Priority = "normal";

function orderedBy(place: "place" | "inForms" | "inFilter"): Status[] {
  return DEFINITIONS.filter((each) => each[place] !== null)
    .toSorted((a, b) => Number(a[place]) - Number(b[place]))
    .map(({ code }) => code);
}
