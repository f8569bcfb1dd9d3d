import { hasPermission, mayChangeAnything, type Actor } from "../access/actor.ts";
import { isPermission, type Permission, type RoleName } from "../access/permissions.ts";
import {
  actorOf,
  RELATIONS,
  rolesAllowedBy,
  sampleOf,
  type Sample,
} from "../access/sample-actors-and-objects.ts";
import { features } from "../api.ts";
import type { Endpoint, Policy } from "../endpoint.ts";
import { operationText } from "./operation-names.ts";
import { OPERATION_RULES } from "./operation-rules.ts";
import { type OperationRule, type OperationTarget, ownAccount, type Rule } from "./rules/rule.ts";

/** A row of the access matrix: an endpoint, or a part of one with a rule of its own. */
export type Operation = {
  /** Such as "PUT /tickets/{ticket_id}", followed by the name of the part, if it is one. */
  name: string;
  feature: keyof typeof features;
  label: string;
  on: OperationTarget;
  policy: Policy;
  may: Rule;
};

/** The reach of a right. */
export type Level = "yes" | "own company" | "own" | "no";
/** A condition on a right, derived by asking the rules. */
export type Limit = "not oneself" | "not in the trash" | "active company";
export type Access = { level: Level; limits: Limit[] };

/** Second names of an operation, which the matrix leaves out. */
const TWINS = new Set(["PATCH /tickets/{ticket_id}"]);

/** Every operation by feature, each followed by its parts. */
export function listOperations(): Operation[] {
  return Object.entries(features).flatMap(([feature, endpoints]) =>
    isFeature(feature)
      ? Object.values<Endpoint>(endpoints).flatMap((endpoint) => operationsOf(feature, endpoint))
      : [],
  );
}

/** The rule of an operation that its policy alone decides. */
const open: OperationRule = { on: "desk", may: () => true };

function operationsOf(
  feature: Operation["feature"],
  { method, path, policy, summary }: Endpoint,
): Operation[] {
  const name = `${method} ${path}`;
  if (TWINS.has(name)) return [];
  const narrowed = OPERATION_RULES[name] ?? (policy === "signed-in" ? ownAccount : open);
  const { on } = narrowed;
  const whole = {
    name,
    feature,
    label: operationText(summary.replace(/ \([^)]*\)$/, "")),
    on,
    policy,
    may: narrowed.may,
  };
  const parts = Object.entries(narrowed.parts ?? {});
  return [
    whole,
    ...parts.map(([part, { label, may }]) => ({
      ...whole,
      name: `${name}, ${part}`,
      label: operationText(label),
      may,
    })),
  ];
}

/** Whether an actor may perform the operation on one object; a rule never allows what the policy refuses. */
export function mayPerform({ policy, may }: Operation, actor: Actor, sample: Sample): boolean {
  return holds(policy, actor) && may(actor, sample);
}

/** The level and limits of a role for an operation, derived by asking the rules about objects of every relation. */
export function accessOfRole(operation: Operation, role: RoleName | null): Access {
  const actor = actorOf(role);
  return { level: accessLevelOf(operation, actor), limits: accessLimitsOf(operation, actor) };
}

/** The farthest relation in which an actor may perform the operation. */
export function accessLevelOf(operation: Operation, actor: Actor): Level {
  const reached = RELATIONS.filter((relation) => mayPerform(operation, actor, sampleOf(actor, relation)));
  if (operation.on === "desk" && reached.length > 0) return "yes";
  if (reached.includes("other company")) return "yes";
  return reached.includes("same company") ? "own company" : reached.includes("own") ? "own" : "no";
}

function accessLimitsOf(operation: Operation, actor: Actor): Limit[] {
  const level = accessLevelOf(operation, actor);
  if (level === "no") return [];
  const own = sampleOf(actor, "own");
  const near = level === "own" ? own : sampleOf(actor, "same company");
  const inTrash = { ...near, ticket: { ...near.ticket, deleted: true } };
  const asleep = { ...actor, company_active: false };
  return [
    ...(level !== "own" && !mayPerform(operation, actor, own) ? ["not oneself" as const] : []),
    ...(mayPerform(operation, actor, near) && !mayPerform(operation, actor, inTrash)
      ? ["not in the trash" as const]
      : []),
    ...(!mayChangeAnything(asleep) && !mayPerform(operation, asleep, near)
      ? ["active company" as const]
      : []),
  ];
}

/** The permissions of which the operation requires one; empty if it requires none. */
export function requiredPermissions({ policy }: Pick<Operation, "policy">): Permission[] {
  return [policy].flat().filter((key) => isPermission(key));
}

/** The reason of a refusal, derived from the rules alone: it says nothing about the object that was asked for. */
export type RefusalReason = {
  because: "inactive company" | "role" | "reach";
  operation: Operation;
  /** The reach of the person's own right. */
  level: Level;
  /** Roles of the farthest reach. */
  who: RoleName[];
};

/** The reason why an actor is refused a call such as "DELETE /tickets/{ticket_id}"; null for an unknown name. */
export function findRefusalReason(name: string, actor: Actor): RefusalReason | null {
  const operation = listOperations().find((each) => each.name === name);
  if (!operation) return null;
  const level = accessLevelOf(operation, actor);
  const awake = accessLevelOf(operation, { ...actor, company_active: true });
  const because = level !== awake ? "inactive company" : level === "no" ? "role" : "reach";
  return { because, operation, level, who: widest(operation) };
}

function widest(operation: Operation): RoleName[] {
  const far = rolesAllowedBy((actor) => accessLevelOf(operation, actor) === "yes");
  return far.length > 0 ? far : rolesAllowedBy((actor) => accessLevelOf(operation, actor) !== "no");
}

function holds(policy: Policy, actor: Actor): boolean {
  if (policy === "public" || policy === "signed-in") return true;
  // A program's secret opens it, and no role does.
  if (policy === "signed") return false;
  return [policy].flat().some((permission) => hasPermission(actor, permission));
}

function isFeature(name: string): name is Operation["feature"] {
  return Object.hasOwn(features, name);
}
