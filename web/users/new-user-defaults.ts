import { isExternal } from "#contract/access/actor.ts";
import { useConfig } from "#web/lib/public-config.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import type { UserType } from "./data.ts";

export type NewUserDefaults = { userType: UserType; company: { id: string; name: string } | null };

/**
 * User type and company of people added on the users page: a client admin adds external people to the own company,
 * everybody else internal ones to the internal company (rules 286 and 287). The server enforces both.
 */
export function useNewUserDefaults(): NewUserDefaults {
  const user = useUser();
  const config = useConfig();
  if (!isExternal(useActor())) return { userType: "internal", company: config?.internal_company ?? null };
  const company = user.company_id ? { id: user.company_id, name: user.company_name ?? "" } : null;
  return { userType: "external", company };
}
