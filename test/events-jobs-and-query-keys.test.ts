import { describe, expect, expectTypeOf, it } from "vitest";
import { EVENTS, type EventKind, heardByOutsiders, isEventKind } from "#contract/events.ts";
import { type DataOf, type Job, jobs } from "#contract/jobs.ts";
import type { QueryKey } from "#contract/query-keys.ts";
import type { HistoryEvent } from "#server/lib/work/history.ts";
import { handleJob, type JobHandler, refuseUnhandledJobs } from "#server/lib/work/jobs.ts";
import { importsOf, programsIn, readSource } from "./support/source-code/source-tree.ts";
import { lastName, isNode, type Node, nodesIn } from "./support/source-code/syntax-tree.ts";

/**
 * Events, jobs and query keys are definitions in contract/, so that every use leads to its definition. Most of it the
 * compiler refuses; `expectTypeOf` says so here and is held by the type check. The rest is read from the source.
 */
const files = ["contract", "server", "web"].flatMap((layer) => programsIn(layer));

describe("a kind of event", () => {
  it("is recorded only if the table has it, and for the audience that the table gives it", () => {
    expectTypeOf<{ kind: "ticket.misspelled"; id: string }>().not.toExtend<HistoryEvent>();
    expectTypeOf<{ kind: string; id: string }>().not.toExtend<HistoryEvent>();
    expectTypeOf<{ kind: "ticket.changed"; id: string }>().toExtend<HistoryEvent>();
    expectTypeOf<{ kind: "comment.created"; id: string }>().not.toExtend<HistoryEvent>();
    expectTypeOf<{ kind: "user.roles_changed"; id: string }>().not.toExtend<HistoryEvent>();
  });

  it("is heard by outsiders as one of the same thing", () => {
    const kinds = Object.keys(EVENTS).filter(isEventKind);
    const heard = kinds.map((kind) => [kind, heardByOutsiders(kind)] as const);
    const others = heard.flatMap(([kind, other]) => (other === null ? [] : [entitiesOf(kind, other)]));
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter(([entity, other]) => entity !== other)).toEqual([]);
    expect(heardByOutsiders("a kind of tomorrow")).toBeNull();
  });

  it("is never chosen by the letters of its name", () => {
    expect(
      choicesByLetters("sample.ts", 'const a = /^user\\./.test(event.kind), b = kind.startsWith("user.");'),
    ).toBe(2);
    expect(
      choicesByLetters("sample.ts", 'const a = event?.kind.split("."), b = event.kind === "user.changed";'),
    ).toBe(1);
    expect(files.filter((file) => choicesByLetters(file, readSource(file)) > 0)).toEqual([]);
  });
});

describe("a job", () => {
  it("is a definition with its data, never a bare string", () => {
    expectTypeOf<"mail.send">().not.toExtend<Job<{ id: string }>>();
    expectTypeOf<Record<string, never>>().not.toExtend<DataOf<typeof jobs.sendMail>>();
    expectTypeOf<{ company_id: string }>().toExtend<DataOf<typeof jobs.reindexTickets>>();
  });

  it("has a queue of its own, and reads what the version before left there", () => {
    const left = Object.entries(WAITING).map(([name, data]) => [name, data]);
    const read = Object.values(jobs).map(({ name, data }) => [name, data.parse(WAITING[name])]);
    expect(read).toEqual(left);
  });

  it("is not worked on with data that is not its own", async () => {
    const handlers: JobHandler[] = [];
    const done: string[] = [];
    handleJob({ app: done, jobs: handlers }, jobs.sendMail, async (app, { id }) => app.push(id));
    await handlers[0]?.run({ id: SOMEBODY });
    await expect(handlers[0]?.run({ email: "maren@example.com" })).rejects.toThrow("id");
    expect(done).toEqual([SOMEBODY]);
  });

  it("keeps the server from starting where nobody does its work", () => {
    const handlers = Object.values(jobs).map(({ name }) => ({ name, run: async () => {} }));
    expect(() => refuseUnhandledJobs(handlers)).not.toThrow();
    expect(() => refuseUnhandledJobs(handlers.slice(1))).toThrow(jobs.announceTicket.name);
  });

  it("reaches the queue in two files alone: what queues are, and what is taken from them", () => {
    const reaching = files.flatMap(importsOf).filter(({ to }) => to === "pg-boss");
    expect(reaching.map(({ from }) => from)).toEqual([
      "server/lib/work/job-queues.ts",
      "server/lib/work/jobs.ts",
    ]);
  });
});

describe("a query key", () => {
  it("is made by the contract alone", () => {
    expectTypeOf<string[]>().not.toExtend<QueryKey>();
    expectTypeOf<readonly ["tickets", "list"]>().not.toExtend<QueryKey>();
  });
});

describe("code that is loaded later", () => {
  it("is loaded by one helper, which looks for a new build and tries again", () => {
    expect(loadsByHand("sample.ts", 'lazy(() => import("./a.ts")); const b = await import("./b.ts");')).toBe(
      3,
    );
    expect(loadsByHand("sample.ts", 'const a = lazyLoad(() => import("./a.ts"), (a) => a.b);')).toBe(0);
    const shown = files.filter((file) => file.startsWith("web/") && !file.startsWith("web/lib/loading/"));
    expect(shown.filter((file) => loadsByHand(file, readSource(file)) > 0)).toEqual([]);
  });
});

const SOMEBODY = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";

/** Jobs as they may lie in a queue: a name or a field may be added here, and none may go. */
const WAITING: Record<string, object> = {
  "tickets.announce": { ticket_id: SOMEBODY, by: SOMEBODY },
  "tickets.announce_assignment": { ticket_ids: [SOMEBODY], assignee_id: SOMEBODY, deed: `${SOMEBODY}:2` },
  "tickets.announce_due": {
    due: [{ ticket_id: SOMEBODY, reader_ids: [SOMEBODY], at: "2026-11-24T08:00:00.000Z" }],
  },
  "tickets.renew_words": { company_id: SOMEBODY },
  "tickets.renew_old_words": {},
  "tickets.forget_words": {},
  "tickets.sort_words": {},
  "comments.announce": { comment_id: SOMEBODY },
  "comments.prune_drafts": {},
  "mail.send": { id: SOMEBODY },
  "mail.sweep": {},
  "mail.tell_undelivered": { id: SOMEBODY },
  "users.mail_reset": { email: "maren@example.com" },
  "users.invite_again": { link: "00ff" },
  "allowances.sweep": {},
  "auth.sweep": {},
  "uploads.sweep": {},
  "uploads.sweep_draft": { attachment_id: SOMEBODY },
  "trash.empty": {},
  "tags.prune": {},
  "inbox.prune": {},
  "replies.prune": {},
  "views.prune": {},
  "mail.prune": {},
  "incoming.process": { id: SOMEBODY },
  "incoming.prune": {},
  "incoming.sweep": {},
  "mailboxes.await_plus_mail": { mailbox_id: SOMEBODY, token: "9f2c01ab34de5678" },
  "mailboxes.tell_away": {},
  "import.check": { import_id: SOMEBODY },
  "import.run": { import_id: SOMEBODY },
  "import.undo": { import_id: SOMEBODY, by: SOMEBODY },
  "import.sweep": {},
  "sla.apply": { group_id: SOMEBODY },
  "sla.requeue": { all: true },
  "sla.warn": { warning_ids: [SOMEBODY] },
  "sla.reconcile": {},
  "sla.check_zones": {},
  "audit.prune": {},
  "dashboard.reconcile": {},
  "backup.nightly": {},
};

function entitiesOf(...kinds: EventKind[]): string[] {
  return kinds.map((kind) => EVENTS[kind].entity);
}

/** A pattern takes the kind as what it is given, a method of texts as what it belongs to. */
const PATTERNS = new Set(["test", "exec"]);
const TEXTS = new Set(["startsWith", "endsWith", "includes", "match", "matchAll", "search", "split"]);

/** How often a `kind` is taken apart by a call: `/.../.test(event.kind)`, `kind.startsWith("user.")`. */
function choicesByLetters(file: string, source: string): number {
  return nodesIn(file, source).filter(isChoiceByLetters).length;
}

function isChoiceByLetters({ type, callee, arguments: given }: Node): boolean {
  if (type !== "CallExpression" || !isNode(callee)) return false;
  if (TEXTS.has(lastName(callee))) return lastName(callee["object"]) === "kind";
  return (
    PATTERNS.has(lastName(callee)) && Array.isArray(given) && given.some((node) => lastName(node) === "kind")
  );
}

/** What loads later, as the first argument `() => import("...")` alone. */
const LOADERS = new Set(["lazyLoad", "lazyPage", "lazyPart"]);
/** React's way and the router's, which know nothing of a new build. */
const FOREIGN_LOADERS = new Set(["lazy", "lazyRouteComponent"]);

/** How often a program imports what is loaded later outside the helper, or by another one. */
function loadsByHand(file: string, source: string): number {
  const nodes = nodesIn(file, source);
  const calls = nodes.filter(({ type }) => type === "CallExpression");
  const foreign = calls.filter(({ callee }) => FOREIGN_LOADERS.has(lastName(callee)));
  const late = nodes.filter(({ type }) => type === "ImportExpression");
  return foreign.length + late.length - calls.filter(isLateLoad).length;
}

function isLateLoad({ callee, arguments: given }: Node): boolean {
  if (!LOADERS.has(lastName(callee)) || !Array.isArray(given)) return false;
  const [load]: unknown[] = given;
  return isNode(load) && isNode(load["body"]) && load["body"].type === "ImportExpression";
}
