import {
  accessLevelOf,
  mayPerform,
  listOperations,
  type Operation,
} from "#contract/access-matrix/access-matrix.ts";
import { actorOf, RELATIONS, sampleOf } from "#contract/access/sample-actors-and-objects.ts";
import { ROLES } from "#contract/access/permissions.ts";
import { roleKey, type Actor } from "#contract/access/actor.ts";
import { CAST, type Who } from "./callers.ts";
import type { Relation } from "./make-objects.ts";
import type { Kind } from "./targets.ts";

/** The operations of the page "Access" by their names. */
const SHOWN = new Map(listOperations().map((operation) => [operation.name, operation]));
const ALIASES: Record<string, string> = { "PATCH /tickets/{ticket_id}": "PUT /tickets/{ticket_id}" };

/** The kinds of objects of the matrix, with the object of the page that each stands for. */
const KINDS: Partial<Record<Kind, Operation["on"]>> = {
  ticket: "ticket",
  closed: "ticket",
  comment: "comment",
  file: "file",
  user: "user",
  company: "company",
  group: "team",
  actionGroup: "change",
  tagging: "change",
  linking: "change",
  view: "view",
  reply: "reply",
  deletedReply: "reply",
  checklistDeletion: "change",
  waitingAnswer: "comment",
  waitingGroup: "change",
  session: "account",
  role: "role",
};

type Answer = { of: string; kind?: Kind | undefined; who: Who; relation: Relation; status: number };

/** Whether the page promises that the caller may; null where it promises nothing. */
function promised(operation: Operation, { of, kind, who, relation }: Answer): boolean | null {
  const actor = actorAs(who);
  if (kind !== undefined && isThing(kind, operation)) {
    const near = RELATIONS.find((each) => each === relation);
    // A comment of another company is asked for below an own ticket, where it is not.
    if (near === undefined || ((kind === "comment" || kind === "waitingAnswer") && near === "other company"))
      return null;
    return mayPerform(operation, actor, sampleOf(actor, near));
  }
  const isAllowed = accessLevelOf(operation, actor) !== "no";
  const isWhole = operation.on === "desk" || operation.on === "account" || operation.name.endsWith(`, ${of}`);
  return isAllowed && !(kind === undefined && isWhole) ? null : isAllowed;
}

function isThing(kind: Kind, { on }: Operation): boolean {
  if (kind === "user" && on === "account") return true;
  return KINDS[kind] === on || (kind === "file" && on === "ticket");
}

/** Compares the page "Access" with the server's answers: each contradiction, and the number of answers compared. */
export function unlikeShown(name: string, answers: Answer[]): { compared: number; faults: string[] } {
  let compared = 0;
  const faults = answers.flatMap((answer) => {
    const { of, kind, who, relation, status } = answer;
    const operation = SHOWN.get(`${ALIASES[name] ?? name}, ${of}`) ?? SHOWN.get(ALIASES[name] ?? name);
    // Other statuses speak of the object or the words sent, not of rights.
    const isAbout = status < 300 || status === 403 || (status === 404 && kind !== undefined);
    // Somebody who may write nothing has no uploaded file waiting.
    const isOdd = kind === "draft" && who === "no_role";
    if (isOdd || !operation || "standing" in CAST[who] || !isAbout) return [];
    const says = promised(operation, answer);
    if (says === null) return [];
    compared += 1;
    return says === status < 300
      ? []
      : [`${of} (${relation}) as ${who}: the settings say ${says ? "yes" : "no"}, the server ${status}`];
  });
  return { compared, faults };
}

function actorAs(who: Who): Actor {
  const { role, company } = CAST[who];
  const actor = actorOf(ROLES.find(({ name }) => roleKey(name) === role)?.name ?? null);
  return { ...actor, company_active: company !== "dormant" };
}
