import type { ImportField } from "#contract/import/import-fields.ts";
import type { CsvRow } from "../read/csv.ts";

/** What other systems and people call a field, in English and German: lower case, words parted by one space. */
const NAMES: Record<ImportField, readonly string[]> = {
  number: [
    "number",
    "id",
    "nr",
    "no",
    "key",
    "ticket",
    "ticket id",
    "ticket number",
    "ticket no",
    "ticketid",
    "ref",
    "reference",
    "nummer",
    "ticketnummer",
    "vorgang",
  ],
  subject: [
    "subject",
    "title",
    "summary",
    "short description",
    "topic",
    "headline",
    "betreff",
    "titel",
    "kurzbeschreibung",
  ],
  issue: [
    "issue",
    "body",
    "description",
    "text",
    "message",
    "content",
    "details",
    "problem",
    "beschreibung",
    "inhalt",
    "nachricht",
    "anliegen",
  ],
  status: ["status", "state", "ticket status", "zustand"],
  priority: ["priority", "urgency", "severity", "priorität", "prioritaet", "dringlichkeit"],
  assignee: [
    "assignee",
    "assigned to",
    "assigned",
    "agent",
    "owner",
    "technician",
    "engineer",
    "bearbeiter",
    "zuständig",
    "zugewiesen an",
    "zugewiesen",
  ],
  client: [
    "client",
    "requester",
    "requester email",
    "contact",
    "contact email",
    "customer email",
    "email",
    "e mail",
    "mail",
    "reporter",
    "caller",
    "requested by",
    "from",
    "user",
    "kunde",
    "melder",
    "anforderer",
    "kontakt",
  ],
  company: [
    "company",
    "organization",
    "organisation",
    "account",
    "customer",
    "client name",
    "company name",
    "firma",
    "unternehmen",
    "kundenname",
  ],
  team: ["team", "group", "queue", "assignment group", "department", "gruppe", "abteilung", "warteschlange"],
  created: [
    "created",
    "created at",
    "created on",
    "created date",
    "creation date",
    "opened",
    "opened at",
    "open date",
    "date",
    "date created",
    "erstellt",
    "erstellt am",
    "angelegt",
    "angelegt am",
    "datum",
    "eröffnet",
  ],
  updated: [
    "updated",
    "updated at",
    "updated on",
    "last updated",
    "modified",
    "last modified",
    "changed",
    "geändert",
    "geändert am",
    "aktualisiert",
    "aktualisiert am",
  ],
  closed: [
    "closed",
    "closed at",
    "closed on",
    "close date",
    "closed date",
    "resolved",
    "resolved at",
    "solved",
    "solved at",
    "completed",
    "geschlossen",
    "geschlossen am",
    "gelöst",
    "gelöst am",
    "erledigt am",
  ],
  tags: ["tags", "tag", "labels", "label", "category", "categories", "kategorie", "schlagworte"],
  comments: [
    "comments",
    "comment",
    "notes",
    "note",
    "work notes",
    "resolution",
    "kommentare",
    "kommentar",
    "notizen",
    "lösung",
  ],
};

/** Characters from which on a cell is rather a text than a name or a word. */
const LONG = 60;

/**
 * Guesses what the columns are, by their names; where none names the text of the tickets, by the longest texts of the first
 * rows. Each column is one field at most, by its place.
 */
export function guessColumns(
  header: readonly string[],
  first: readonly CsvRow[],
): Partial<Record<ImportField, number>> {
  const names = header.map((name) =>
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
  const guess: Partial<Record<ImportField, number>> = {};
  const taken = new Set<number>();
  const take = (field: ImportField, position: number) => {
    guess[field] = position;
    taken.add(position);
  };
  const fields = Object.keys(NAMES).filter((name): name is ImportField => name in NAMES);
  for (const field of fields) {
    const position = NAMES[field]
      .map((name) => names.indexOf(name))
      .find((at) => at !== -1 && !taken.has(at));
    if (position !== undefined) take(field, position);
  }
  if (guess.issue === undefined) {
    const longest = findLongest(header.length, first, taken);
    if (longest !== null) take("issue", longest);
    else if (guess.subject !== undefined) guess.issue = guess.subject;
  }
  return guess;
}

function findLongest(width: number, rows: readonly CsvRow[], taken: ReadonlySet<number>): number | null {
  const lengths = Array.from({ length: width }, (_, position) => {
    const cells = rows.flatMap((row) => (row.broken === undefined ? (row.fields[position] ?? "") : []));
    return taken.has(position)
      ? 0
      : cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length);
  });
  const most = Math.max(0, ...lengths);
  return most >= LONG ? lengths.indexOf(most) : null;
}
