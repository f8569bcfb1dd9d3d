import type { Actor } from "./actor.ts";
import type { CommentFacts } from "./comments.ts";
import { ROLES, type RoleName } from "./permissions.ts";
import type { TicketSight } from "./tickets.ts";
import type { UserFacts } from "./users.ts";

/** How an object stands to whoever asks for it, from the nearest to the farthest. */
export const RELATIONS = ["own", "same company", "other company"] as const;
export type Relation = (typeof RELATIONS)[number];

/** One object of every kind that rules ask about. */
export type Sample = {
  isOwn: boolean;
  ticket: TicketSight;
  comment: CommentFacts;
  file: { uploaded_by: string };
  user: UserFacts;
  role: { type: Actor["user_type"] };
  company: string;
  team: { member_ids: readonly string[] };
};

const INTERNAL_COMPANY = "internal-company";
const CLIENT_COMPANY = "client-company";
const OTHER_COMPANY = "other-company";
const OTHER_PERSON = "other-person";

/** Somebody with one role, or with none, whom rules can be asked about. */
export function actorOf(role: RoleName | null): Actor {
  const found = ROLES.find(({ name }) => name === role);
  const type = found?.type ?? "internal";
  return {
    id: "somebody",
    user_type: type,
    company_id: type === "internal" ? INTERNAL_COMPANY : CLIENT_COMPANY,
    company_active: true,
    roles: found ? [found.name] : [],
    permissions: found?.permissions ?? [],
  };
}

/** Objects as they stand to an actor; what has another company belongs to a client there. */
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
    company,
    team: { member_ids: [person] },
  };
}

/** Which roles a rule says yes to, from the first of the list. */
export function rolesThat(may: (actor: Actor) => boolean): RoleName[] {
  return ROLES.map(({ name }) => name).filter((name) => may(actorOf(name)));
}
