import type { Actor } from "./actor.ts";
import type { CommentAttributes } from "./comments.ts";
import { ROLES, type RoleName } from "./permissions.ts";
import type { TicketVisibilityAttributes } from "./tickets.ts";
import type { UserAttributes } from "./users.ts";

/** The relation of an object to the actor who asks for it, from the nearest to the farthest. */
export const RELATIONS = ["own", "same company", "other company"] as const;
export type Relation = (typeof RELATIONS)[number];

/** One object of every kind that rules ask about. */
export type Sample = {
  isOwn: boolean;
  ticket: TicketVisibilityAttributes;
  comment: CommentAttributes;
  file: { uploaded_by: string };
  user: UserAttributes;
  role: { type: Actor["user_type"] };
  view: { audience: "everyone"; owner_id: string };
  reply: { audience: "everyone"; owner_id: string };
  company: string;
  team: { member_ids: readonly string[] };
};

const INTERNAL_COMPANY = "internal-company";
const CLIENT_COMPANY = "client-company";
const OTHER_COMPANY = "other-company";
const OTHER_PERSON = "other-person";

/** An invented actor with one role, or with none, to ask the rules about. */
export function actorOf(role: RoleName | null): Actor {
  const found = ROLES.find(({ name }) => name === role);
  const type = found?.type ?? "internal";
  return {
    id: "somebody",
    user_type: type,
    company_id: type === "internal" ? INTERNAL_COMPANY : CLIENT_COMPANY,
    company_active: true,
    urgent_allowed: true,
    roles: found ? [found.name] : [],
    permissions: found?.permissions ?? [],
  };
}

/** One object of every kind in a relation to the actor; objects of another company belong to a client there. */
export function sampleOf(actor: Actor, relation: Relation): Sample {
  const isOther = relation === "other company";
  const person = relation === "own" ? actor.id : OTHER_PERSON;
  const company = isOther ? OTHER_COMPANY : (actor.company_id ?? OTHER_COMPANY);
  return {
    isOwn: relation === "own",
    ticket: { company_id: company, client_id: person, status: "open" },
    comment: { author_id: person },
    file: { uploaded_by: person },
    user: { id: person, user_type: isOther ? "external" : actor.user_type, company_id: company },
    role: { type: isOther ? "internal" : actor.user_type },
    view: { audience: "everyone", owner_id: person },
    reply: { audience: "everyone", owner_id: person },
    company,
    team: { member_ids: [person] },
  };
}

/** The roles that a rule allows, in the order of `ROLES`. */
export function rolesAllowedBy(may: (actor: Actor) => boolean): RoleName[] {
  return ROLES.map(({ name }) => name).filter((name) => may(actorOf(name)));
}
