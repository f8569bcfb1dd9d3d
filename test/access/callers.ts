import type { World } from "../support/app/app-with-people.ts";
import { hashToken, newToken } from "#server/lib/crypto/token.ts";

/** Every kind of caller, as RELATIONS has every relation to the object. */
export const CAST = {
  anonymous: { role: "administrator", company: "internal", standing: "no token" },
  administrator: { role: "administrator", company: "internal" },
  manager: { role: "manager", company: "internal" },
  team_lead: { role: "team_lead", company: "internal" },
  support_specialist: { role: "support_specialist", company: "internal" },
  client_admin: { role: "client_admin", company: "kestrel" },
  client: { role: "client", company: "kestrel" },
  no_role: { role: null, company: "internal" },
  deleted_user: { role: "administrator", company: "internal", standing: "deleted" },
  foreign_client_admin: { role: "client_admin", company: "aster" },
  foreign_client: { role: "client", company: "aster" },
  inactive_client: { role: "client", company: "dormant" },
  inactive_client_admin: { role: "client_admin", company: "dormant" },
  expired_token: { role: "administrator", company: "internal", standing: "expired" },
  revoked_token: { role: "administrator", company: "internal", standing: "revoked" },
  password_to_change: { role: "administrator", company: "internal", standing: "must change" },
  second_factor_to_set_up: { role: "manager", company: "internal", standing: "must set up" },
} as const satisfies Record<string, Part>;

type Part = {
  role: "administrator" | "manager" | "team_lead" | "support_specialist" | "client_admin" | "client" | null;
  company: "internal" | "kestrel" | "aster" | "dormant";
  standing?: "no token" | "deleted" | "expired" | "revoked" | "must change" | "must set up";
};
export type Who = keyof typeof CAST;
export const WHO = Object.keys(CAST).filter((name): name is Who => Object.hasOwn(CAST, name));

/** Signed out, whatever they send. */
export const isOut = (who: Who) => {
  const { standing }: Part = CAST[who];
  return standing !== undefined && !standing.startsWith("must");
};

/** The stage requires a second factor of its holders: all have one but whoever has to set it up. */
export const REQUIRING = "manager";

export type Player = {
  who: Who;
  id: string;
  session: string;
  token: string | null;
  isExternal: boolean;
  role: Part["role"];
  company: string;
  /** A client company that is not the player's own. */
  otherCompany: string;
};

export type Stage = { world: World; companies: Record<Part["company"], string>; secret: string };

/** Makes a new person of the cast, signed in as far as the state of the account lets them. */
export async function enter(stage: Stage, who: Who): Promise<Player> {
  const part: Part = CAST[who];
  const isExternal = part.company !== "internal";
  const made = await makeUser(stage, {
    role: part.role,
    company: stage.companies[part.company],
    isExternal,
    standing: part.standing,
  });
  return {
    who,
    ...made,
    token: part.standing === "no token" ? null : made.token,
    isExternal,
    role: part.role,
    company: stage.companies[part.company],
    otherCompany: stage.companies[part.company === "kestrel" ? "aster" : "kestrel"],
  };
}

type Wanted = {
  role: Part["role"];
  company: string;
  isExternal: boolean;
  standing?: Part["standing"] | undefined;
};

/** One statement a person, since there are thousands of them. */
export async function makeUser(stage: Stage, wanted: Wanted) {
  const { world } = stage;
  const now = world.clock.now();
  const token = newToken();
  const later = new Date(now.getTime() + 30 * 24 * 3_600_000);
  const email = `${token.slice(0, 20).toLowerCase()}${(made += 1)}@cast.test`;
  const { rows } = await world.pool.query<{ id: string; session: string }>({
    name: "make-user",
    text: `with p as (insert into principals (kind, name) values ('user', $1) returning id),
      u as (insert into users (id, email, fullname, user_type, company_id, last_online, deleted_at)
        select id, $2, $1, $3, $4::uuid, $5, $6 from p returning id),
      k as (insert into credentials (user_id, kind, secret, must_change) select id, 'password', $7, $8 from u),
      r as (insert into user_roles (user_id, role_id) select u.id, roles.id from u, roles where key = $9),
      s as (insert into sessions (user_id, created_at, last_used_at, expires_at, revoked_at)
        select id, $5, $5, $10, $11 from u returning id),
      t as (insert into access_tokens (hash, session_id, expires_at) select $12, id, $13 from s),
      f as (insert into second_factors (user_id, secret, since) select id, 'known to nobody'::bytea, $5 from u where $14::boolean)
      select u.id, s.id as session from u, s`,
    values: [
      "Somebody of the cast",
      email,
      wanted.isExternal ? "external" : "internal",
      wanted.company,
      now,
      wanted.standing === "deleted" ? now : null,
      stage.secret,
      wanted.standing === "must change",
      wanted.role,
      later,
      wanted.standing === "revoked" ? now : null,
      hashToken(token),
      wanted.standing === "expired" ? now : later,
      wanted.role === REQUIRING && wanted.standing !== "must set up",
    ],
  });
  const [row] = rows;
  if (!row) throw new Error("nobody was made");
  return { ...row, token };
}

let made = 0;
