import { has, mayChangeAnything, type Actor } from "./access/actor.ts";
import { NARROWED, ownAccount, type Narrowed, type Rule, type Thing } from "./access/rules.ts";
import { isPermission, type Permission, type RoleName } from "./access/permissions.ts";
import { actorOf, RELATIONS, rolesThat, sampleOf, type Sample } from "./access/rule-samples.ts";
import { rooms } from "./api.ts";
import type { Endpoint, Policy } from "./endpoint.ts";
import { operationText } from "./operation-names.ts";

/** Everything that can be asked of the server, as something that roles may or may not do. */
export type Operation = {
  /** Such as "PUT /tickets/{ticket_id}", followed by the part's name where it is only a part. */
  name: string;
  room: keyof typeof rooms;
  words: string;
  on: Thing;
  policy: Policy;
  may: Rule;
};

/** How far a right reaches. */
export type Level = "yes" | "own company" | "own" | "no";
/** What narrows a right further, found out by asking the rules. */
export type Limit = "not oneself" | "not in the trash" | "active company";
export type Access = { level: Level; limits: Limit[] };

/** Two names of one thing: the second is not shown. */
const TWINS = new Set(["PATCH /tickets/{ticket_id}"]);

/** Room by room, each operation followed by its parts. */
export function everyOperation(): Operation[] {
  return Object.entries(rooms).flatMap(([room, endpoints]) =>
    isRoom(room)
      ? Object.values<Endpoint>(endpoints).flatMap((endpoint) => operationsOf(room, endpoint))
      : [],
  );
}

/** Decided by its policy alone. */
const open: Narrowed = { on: "desk", may: () => true };

function operationsOf(room: Operation["room"], { method, path, policy, summary }: Endpoint): Operation[] {
  const name = `${method} ${path}`;
  if (TWINS.has(name)) return [];
  const narrowed = NARROWED[name] ?? (policy === "signed-in" ? ownAccount : open);
  const { on } = narrowed;
  const whole = {
    name,
    room,
    words: operationText(summary.replace(/ \([^)]*\)$/, "")),
    on,
    policy,
    may: narrowed.may,
  };
  const parts = Object.entries(narrowed.parts ?? {});
  return [
    whole,
    ...parts.map(([part, { words, may }]) => ({
      ...whole,
      name: `${name}, ${part}`,
      words: operationText(words),
      may,
    })),
  ];
}

/** Whether somebody may do it to one object; what the policy refuses no rule allows. */
export function mayDo({ policy, may }: Operation, actor: Actor, sample: Sample): boolean {
  return holds(policy, actor) && may(actor, sample);
}

/** How far a role's right reaches, found out by asking the rules about objects near and far. */
export function accessOf(operation: Operation, role: RoleName | null): Access {
  const actor = actorOf(role);
  return { level: levelOf(operation, actor), limits: limitsOf(operation, actor) };
}

/** The farthest relation in which an actor may do it. */
export function levelOf(operation: Operation, actor: Actor): Level {
  const reached = RELATIONS.filter((relation) => mayDo(operation, actor, sampleOf(actor, relation)));
  if (operation.on === "desk" && reached.length > 0) return "yes";
  if (reached.includes("other company")) return "yes";
  return reached.includes("same company") ? "own company" : reached.includes("own") ? "own" : "no";
}

function limitsOf(operation: Operation, actor: Actor): Limit[] {
  const level = levelOf(operation, actor);
  if (level === "no") return [];
  const own = sampleOf(actor, "own");
  const near = level === "own" ? own : sampleOf(actor, "same company");
  const inTrash = { ...near, ticket: { ...near.ticket, deleted: true } };
  const asleep = { ...actor, company_active: false };
  return [
    ...(level !== "own" && !mayDo(operation, actor, own) ? ["not oneself" as const] : []),
    ...(mayDo(operation, actor, near) && !mayDo(operation, actor, inTrash)
      ? ["not in the trash" as const]
      : []),
    ...(!mayChangeAnything(asleep) && !mayDo(operation, asleep, near) ? ["active company" as const] : []),
  ];
}

/** The permissions of which an operation wants one; empty where none is needed. */
export function permissionsFor({ policy }: Pick<Operation, "policy">): Permission[] {
  return [policy].flat().filter((key) => isPermission(key));
}

/** Why somebody was refused, from the rules that refuse; never anything about the object that was asked for. */
export type RefusalReason = {
  because: "inactive company" | "role" | "reach";
  operation: Operation;
  /** How far the person's own right reaches. */
  level: Level;
  /** Roles of the farthest reach. */
  who: RoleName[];
};

/** The reason for a refusal of a call named like "DELETE /tickets/{ticket_id}"; null for a name that is none. */
export function whyNot(name: string, actor: Actor): RefusalReason | null {
  const operation = everyOperation().find((each) => each.name === name);
  if (!operation) return null;
  const level = levelOf(operation, actor);
  const awake = levelOf(operation, { ...actor, company_active: true });
  const because = level !== awake ? "inactive company" : level === "no" ? "role" : "reach";
  return { because, operation, level, who: widest(operation) };
}

function widest(operation: Operation): RoleName[] {
  const far = rolesThat((actor) => levelOf(operation, actor) === "yes");
  return far.length > 0 ? far : rolesThat((actor) => levelOf(operation, actor) !== "no");
}

function holds(policy: Policy, actor: Actor): boolean {
  if (policy === "public" || policy === "signed-in") return true;
  return [policy].flat().some((permission) => has(actor, permission));
}

function isRoom(name: string): name is Operation["room"] {
  return Object.hasOwn(rooms, name);
}
