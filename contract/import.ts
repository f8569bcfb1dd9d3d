import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, oneOf, Time, wholeNumber } from "./field-schemas.ts";
import { IMPORT_FIELDS, IMPORT_STATES, IMPORT_VALUE_FIELDS } from "./import/import-fields.ts";

const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
const DELIMITERS = [",", ";", "\t"] as const;

/** How the rows of a file are found; what is left out is found out. */
const reading = {
  sheet: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Of a workbook; the first with rows, unless named" }),
  header_line: wholeNumber("header_line", 1)
    .max(1000)
    .optional()
    .meta({ description: "The line that names the columns" }),
  encoding: oneOf("encoding", ENCODINGS).optional(),
  delimiter: oneOf("delimiter", DELIMITERS).optional(),
};

const column = z.int().min(0).max(16_383).meta({ description: "The place of a column, from 0" });

export const ImportPlan = z
  .strictObject({
    ...reading,
    columns: z.partialRecord(z.enum(IMPORT_FIELDS), column),
    values: z
      .array(
        z.strictObject({
          field: oneOf("field", IMPORT_VALUE_FIELDS),
          from: z.string().max(1000).meta({ description: "As the file writes it; case makes no difference" }),
          to: z.string().max(300).meta({ description: "What it stands for; empty is nothing" }),
        }),
      )
      .max(1000),
    dates: oneOf("dates", ["day-first", "month-first"]).optional(),
    make_companies: z.boolean(),
    make_people: z.boolean(),
  })
  .meta({ id: "ImportPlan" });

const Reason = z.object({
  code: z.string().meta({ description: "The kind of the reason" }),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  reason: z.string().meta({ description: "The sentence in English" }),
  line: z.int().meta({ description: "The first row of this kind" }),
  count: z.int(),
});

const Report = z.object({
  imported: z.int().meta({ description: "Tickets brought in, or that would be" }),
  skipped: z.int().meta({ description: "Rows that an earlier import brought in" }),
  rejected: z.int(),
  empty: z.int().meta({ description: "Rows without any value" }),
  made_companies: z.int(),
  made_people: z.int(),
  subjects_from_issue: z
    .int()
    .meta({ description: "Rows without a subject, which got the first line of the issue" }),
  reasons: z.array(Reason),
  preview: z
    .array(
      z.object({
        line: z.int(),
        subject: z.string(),
        status: z.string(),
        priority: z.string(),
        client: z.string().nullable(),
        company: z.string().nullable(),
        assignee: z.string().nullable(),
        team: z.string().nullable(),
        created: Time,
        old_number: z.string().nullable(),
        notes: z.int(),
      }),
    )
    .meta({ description: "The first tickets as they would look; of a check only" }),
  values: z
    .array(
      z.object({
        field: z.enum(IMPORT_VALUE_FIELDS),
        value: z.string(),
        count: z.int(),
        meaning: z.string().nullable().meta({ description: "Null: nobody knows what it stands for" }),
      }),
    )
    .meta({ description: "The distinct values of fields that stand for something, the most frequent first" }),
});

const Import = z
  .object({
    id: Id,
    file_name: z.string(),
    bytes: z.int(),
    state: z.enum(IMPORT_STATES),
    share: z.number().meta({ description: "How far it is, from 0 to 1" }),
    started_by_fullname: z.string(),
    created_at: Time,
    started_at: Time.nullable(),
    ended_at: Time.nullable(),
    plan: ImportPlan.nullable(),
    report: Report.nullable(),
    undone: z.object({ tickets: z.int(), kept: z.int(), people: z.int(), companies: z.int() }).nullable(),
    problem: z
      .object({
        code: z.string(),
        params: z.record(z.string(), z.string()).optional(),
        reason: z.string().meta({ description: "The sentence in English" }),
      })
      .nullable()
      .meta({ description: "Why it failed" }),
    has_rejects: z.boolean(),
  })
  .meta({ id: "Import" });

const params = z.object({ import_id: Id });
const example = { params: { import_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } };
const policy = "settings.manage";
const unknown = { 404: "import.not_found" } as const;
const moved = { 404: "import.not_found", 409: "import.moved_on", 410: "import.file_gone" } as const;

export const imports = {
  list: endpoint({
    method: "GET",
    path: "/imports",
    policy,
    summary: "List the newest imports",
    reply: z.object({ imports: z.array(Import) }),
    example: {},
  }),
  upload: endpoint({
    method: "POST",
    path: "/imports",
    policy,
    summary: "Upload a file to import",
    description:
      "CSV or an Excel workbook, at most 1 GB. Nothing is imported yet; the file is kept for seven days.",
    bodyKind: "multipart",
    status: 201,
    reply: Import,
    refusals: { 400: "upload.not_one_file", 413: "import.too_large", 415: "upload.not_multipart" },
    example: {},
  }),
  get: endpoint({
    method: "GET",
    path: "/imports/{import_id}",
    policy,
    summary: "Read an import",
    params,
    reply: Import,
    refusals: unknown,
    example,
  }),
  table: endpoint({
    method: "GET",
    path: "/imports/{import_id}/table",
    policy,
    summary: "Read the beginning of an import's file",
    description: "The columns with what they might be, and the first rows, read as asked.",
    params,
    query: z.strictObject(reading),
    reply: z.object({
      kind: z.enum(["text", "workbook"]),
      sheets: z.array(z.string()),
      sheet: z.string().nullable().meta({ description: "The one that is read; null: not a workbook" }),
      encoding: z.string(),
      delimiter: z.string(),
      header_line: z.int(),
      header: z.array(z.string()),
      rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
      guess: z.partialRecord(z.enum(IMPORT_FIELDS), z.int()),
    }),
    refusals: { 404: "import.not_found", 410: "import.file_gone" },
    example,
  }),
  check: endpoint({
    method: "POST",
    path: "/imports/{import_id}/check",
    policy,
    summary: "Check what an import would bring",
    description:
      "Reads the whole file and writes nothing; the import says how far it is and then what would happen.",
    params,
    body: ImportPlan,
    reply: Import,
    refusals: moved,
    example: {
      ...example,
      body: { columns: { subject: 0, issue: 1 }, values: [], make_companies: true, make_people: true },
    },
  }),
  start: endpoint({
    method: "POST",
    path: "/imports/{import_id}/start",
    policy,
    summary: "Start an import, or go on with one that was stopped",
    params,
    reply: Import,
    refusals: moved,
    example,
  }),
  stop: endpoint({
    method: "POST",
    path: "/imports/{import_id}/stop",
    policy,
    summary: "Stop a running import or check",
    description: "What was brought in by then stays, and the import can be gone on with or undone.",
    params,
    reply: Import,
    refusals: { 404: "import.not_found", 409: "import.moved_on" },
    example,
  }),
  undo: endpoint({
    method: "POST",
    path: "/imports/{import_id}/undo",
    policy,
    summary: "Undo an import",
    description:
      "Tickets that nobody worked on since go to the trash, with the people and companies that it made.",
    params,
    reply: Import,
    refusals: { 404: "import.not_found", 409: "import.moved_on" },
    example,
  }),
  rejects: endpoint({
    method: "GET",
    path: "/imports/{import_id}/rejects",
    policy,
    summary: "Download the rows that an import rejected",
    params,
    reply: "text/csv",
    refusals: { 404: "import.not_found", 410: "import.file_gone" },
    example,
  }),
  discard: endpoint({
    method: "DELETE",
    path: "/imports/{import_id}",
    policy,
    summary: "Discard an import that brought nothing",
    params,
    refusals: { 404: "import.not_found", 409: "import.moved_on" },
    example,
  }),
} as const;
