import type { Actor } from "../../access/actor.ts";
import type { Sample } from "../../access/sample-actors-and-objects.ts";
import { maySeeTicket } from "../../access/tickets.ts";

/** The kind of object that an operation acts on. */
export type OperationTarget =
  | "ticket"
  | "comment"
  | "file"
  | "user"
  | "role"
  | "company"
  | "team"
  | "change"
  | "view"
  | "reply"
  | "account"
  | "desk";
export type Rule = (actor: Actor, sample: Sample) => boolean;
export type OperationRule = {
  on: OperationTarget;
  may: Rule;
  /** Parts of the operation with a stricter rule, by their name in the access matrix. */
  parts?: Record<string, { label: string; may: Rule }>;
};
/** By method and path. */
export type OperationRules = Readonly<Record<string, OperationRule>>;

export const maySee: Rule = (actor, { ticket }) => maySeeTicket(actor, ticket);
export const maySeeAnd =
  (may: Rule): Rule =>
  (actor, sample) =>
    maySee(actor, sample) && may(actor, sample);
export const onTicket = (may: Rule = () => true): OperationRule => ({ on: "ticket", may: maySeeAnd(may) });
/** An undo is for whoever made the change. */
export const onOwnChange: OperationRule = { on: "change", may: (_, { isOwn }) => isOwn };
/** An operation that asks for a session and nothing else concerns the actor's own account. */
export const ownAccount: OperationRule = { on: "account", may: (_, { isOwn }) => isOwn };
