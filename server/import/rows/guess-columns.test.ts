import { expect, test } from "vitest";
import { guessColumns } from "./guess-columns.ts";

const rows = (...fields: string[][]) => fields.map((each, index) => ({ line: index + 2, fields: each }));

test("columns are known by the names that other systems and people give them, in English and German", () => {
  expect(
    guessColumns(
      [
        "Ticket ID",
        "Summary",
        "Description",
        "Assigned To",
        "Requester",
        "Organisation",
        "Created_At",
        "Closed at",
      ],
      [],
    ),
  ).toEqual({ number: 0, subject: 1, issue: 2, assignee: 3, client: 4, company: 5, created: 6, closed: 7 });
  expect(
    guessColumns(["Vorgang", "BETREFF", "Beschreibung", "Priorität", "E-Mail", "Erstellt am"], []),
  ).toEqual({
    number: 0,
    subject: 1,
    issue: 2,
    priority: 3,
    client: 4,
    created: 5,
  });
});

test("a field is one column and a column one field, the first that fits", () => {
  expect(guessColumns(["Title", "Subject", "Text", "Text"], [])).toEqual({ subject: 1, issue: 2 });
});

test("without a name for it, the text of the tickets is the column of the longest texts", () => {
  const long = "The printer in the cellar is stuck again and nobody knows why it is.";
  expect(
    guessColumns(["Title", "Column 2", "Column 3"], rows(["a", "short", long], ["b", "c", long])),
  ).toEqual({
    subject: 0,
    issue: 2,
  });
});

test("where there is no text but a subject, the subject is the text too; where there is neither, nothing is guessed", () => {
  expect(guessColumns(["Title", "Owner"], rows(["a", "b"]))).toEqual({ subject: 0, issue: 0, assignee: 1 });
  expect(guessColumns(["x", "y"], rows(["a", "b"]))).toEqual({});
});
