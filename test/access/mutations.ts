import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One guard taken away: the piece of a file between two indexes, and the text in its place. */
export type Mutation = { file: string; line: number; what: string; from: number; to: number; by: string };

/** Every guard of the server, each once opened: the rules, the refusals, the conditions on the actor. */
export function everyMutation(root: string): Mutation[] {
  const contract = sources(root, "contract/access")
    .filter((file) => !file.endsWith("may-open-page.ts"))
    .flatMap((file) => openedRules(root, file));
  const server = sources(root, "server").flatMap((file) => [
    ...droppedRefusals(root, file),
    ...droppedConditions(root, file),
  ]);
  return [...contract, ...server, ...alteredPieces(root)].filter(isNoticeable);
}

/** Guards whose absence changes no answer (equivalent mutants), and why; every other one has to be missed. */
const EQUIVALENT: [file: string, what: string, why: string][] = [
  [
    "server/auth/read.ts",
    "never refuses: if (!user)",
    "the session was read with its user a moment before: only a deletion in between leads here, to an answer of 500",
  ],
  [
    "server/comments/read.ts",
    "never refuses: if (!written)",
    "asked by those alone who wrote or found it a moment before: this tells the compiler, not the caller",
  ],
  [
    "server/incidents/answer-all.ts",
    "never refuses: if (!rendered)",
    "each ticket was locked a moment before as whoever asks sees it: this tells the compiler, not the caller",
  ],
  [
    "server/inbox/read.ts",
    "asks nothing: .where((eb) => visibleTickets(ctx.actor)(eb))",
    "staff alone have an Inbox, and they see every ticket: it is a second lock behind the endpoint's policy",
  ],
  [
    "server/lib/http/serve-endpoint.ts",
    "never refuses: if (!isWithoutSession(endpoint.policy) && !ctx.actor)",
    "`refuseByPolicy` has refused a moment before: this tells the compiler, not the caller",
  ],
  [
    "server/roles/role-history.ts",
    "never refuses: if (!mayReadRoleHistory(ctx.actor, person))",
    "whoever passes the policy and finds the person may look: it is a second lock behind these two",
  ],
  [
    "server/users/read.ts",
    "never refuses: if (!user)",
    "`findPerson` has refused a moment before: only a deletion in between leads here, to an answer of 500",
  ],
  [
    "server/users/invite/invite.ts",
    "never refuses: if (!mayManageUser(ctx.actor, person))",
    "`allowResend` has refused a moment before: asked again under the lock, for who moved to another company meanwhile",
  ],
];

function isNoticeable({ file, what }: Mutation): boolean {
  return EQUIVALENT.every(([of, guard]) => of !== file || guard !== what);
}

const OUT_OF_SCOPE = /\.test\.ts$|server\/(seed|import|db|backup|start|metrics)\//;

function sources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith(".ts") && !OUT_OF_SCOPE.test(name))
    .toSorted();
}

/** `may...` functions and their like say yes to everybody, and no to everybody. */
function openedRules(root: string, file: string): Mutation[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/function (\w+)\(/g)].flatMap((found) => {
    const closed = closing(text, found.index + found[0].length);
    const opening = "): boolean {\n";
    if (!text.startsWith(opening, closed)) return [];
    const from = closed + opening.length;
    return [true, false].map((answer) => ({
      file,
      line: lineOf(text, found.index),
      what: `${found[1]} is always ${answer}`,
      from,
      to: from,
      by: `return ${answer};\n`,
    }));
  });
}

/** Conditions inside of what is built piece by piece. */
const PIECES: [file: string, from: string, to: string][] = [
  ["server/tickets/visible-tickets.ts", 'eb("t.confidential", "=", false)', "sql<SqlBool>`true`"],
  ["server/tickets/visible-tickets.ts", "(not t.confidential", "(true"],
  ["server/tickets/visible-tickets.ts", "and sharing = 'company'", ""],
  ["server/tickets/visible-tickets.ts", 'if (!hasPermission(actor, "tickets.read"))', "if (false)"],
  ["server/tickets/visible-tickets.ts", "if (!isExternal(actor)) return", "if (true) return"],
  ["server/tickets/visible-tickets.ts", 'eb("t.client_id", "=", unseen(actor.id))', "sql<SqlBool>`true`"],
  [
    "server/tickets/visible-tickets.ts",
    "select ticket_id from participants where user_id = ${unseen(actor.id)}",
    "select ticket_id from participants",
  ],
  [
    "server/tickets/visible-tickets.ts",
    'if (hasPermission(actor, "tickets.edit")) return eb("t.confidential"',
    'if (true) return eb("t.confidential"',
  ],
  ["server/tickets/list/paginate.ts", '.where("t.company_id", ">=", unseen(company))', ""],
  [
    "server/tickets/list/paginate.ts",
    "(t.company_id, t.updated) <= (${unseen(company)}, 'infinity'::timestamptz)",
    "${company}::uuid is not null",
  ],
  ["server/tickets/list/paginate.ts", ".where(shared ?? sql<SqlBool>`false`)", ""],
  ["server/tickets/activity.ts", 'isStaff ? ["public", "internal"] : ["public"]', '["public", "internal"]'],
  [
    "server/tickets/activity.ts",
    'isStaff ? sql.table("comments") : sql.table("public_comments")',
    'sql.table("comments")',
  ],
  [
    "server/tickets/list/match-tokens.ts",
    "isStaff ? sql`staff_words` : sql`public_words`",
    "sql`staff_words`",
  ],
  ["server/tickets/list/match-tokens.ts", "and public_words @@ ${words}", ""],
  [
    "server/tickets/create/resolve-people.ts",
    '.where("company_id", "=", company_id)\n    .where("user_type", "=", "external")',
    "",
  ],
  [
    "server/roles/role-history.ts",
    'isShownStaff || row.user_type === "external" ? row.email : null',
    "row.email",
  ],
  [
    "server/roles/role-history.ts",
    "const mayShowAddress = maySeeAddresses(ctx.actor);",
    "const mayShowAddress = true;",
  ],
  ["server/companies/read.ts", "if (mayReadWholeCompany(ctx.actor, id)) return company;", "return company;"],
  ["server/companies/write.ts", "? STAFF_FIELDS : CLIENT_FIELDS", "? STAFF_FIELDS : STAFF_FIELDS"],
  ["server/users/write.ts", "(isOwn ? OWN_FIELDS : MANAGED_FIELDS)", "[...OWN_FIELDS, ...MANAGED_FIELDS]"],
  [
    "server/users/create/create-user.ts",
    "if (isExternal(ctx.actor))\n    return {",
    "if (false)\n    return {",
  ],
  ["server/roles/write.ts", "if (found.some(({ type }) => type !== userType))", "if (false)"],
  ["server/auth/session/session.ts", "and u.deleted_at is null and c.deleted_at is null", ""],
  ["server/auth/session/session.ts", "and s.revoked_at is null", ""],
  ["server/auth/session/session.ts", "t.expires_at > $2 and", ""],
  [
    "server/live/recipients.ts",
    "return tickets === null || tickets.has(ticket_id) || wasTakenFrom(actor, event);",
    "return true;",
  ],
  [
    "server/live/recipients.ts",
    'if (event.audience === "administrators") return hasPermission(actor, "audit.read");',
    'if (event.audience === "administrators") return true;',
  ],
];

function alteredPieces(root: string): Mutation[] {
  return PIECES.map(([file, piece, by]) => {
    const text = readFileSync(join(root, file), "utf8");
    const from = text.indexOf(piece);
    if (from < 0) throw new Error(`${file} no longer says: ${piece}`);
    const what = `"${oneLine(piece)}" becomes "${oneLine(by)}"`;
    return { file, line: lineOf(text, from), what, from, to: from + piece.length, by };
  });
}

/** `if (…) throw refuse(403 …)` and 404 never throw. */
function droppedRefusals(root: string, file: string): Mutation[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/\bif \(/g)].flatMap((found) => {
    const opened = found.index + found[0].length;
    const closed = closing(text, opened);
    const then = text.slice(closed + 1, closed + 120);
    if (!/^\s*(\{\s*)?throw (refuse\((\s*)40[134]|refuseField\(403|missing\(|refusal\b)/.test(then))
      return [];
    return [
      {
        file,
        line: lineOf(text, opened),
        what: `never refuses: if (${oneLine(text.slice(opened, closed))})`,
        from: opened,
        to: closed,
        by: `false && (${text.slice(opened, closed)})`,
      },
    ];
  });
}

/** `.where(…actor…)` and `.$if(…actor…)` ask nothing. */
function droppedConditions(root: string, file: string): Mutation[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/\.(where|\$if)\(/g)].flatMap((found) => {
    const opened = found.index + found[0].length;
    const closed = closing(text, opened);
    const inside = text.slice(opened, closed);
    if (!/actor/.test(inside)) return [];
    return [
      {
        file,
        line: lineOf(text, opened),
        what: `asks nothing: .${found[1]}(${oneLine(inside)})`,
        from: found.index,
        to: closed + 1,
        by: "",
      },
    ];
  });
}

/** The index of the bracket that closes the one before `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length;
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 90);
