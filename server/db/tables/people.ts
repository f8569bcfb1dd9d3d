import type { Generated, GeneratedAlways } from "kysely";
import type { Moment, MomentOrNull, Optional, Stamped } from "./column-types.ts";

/** People, their companies, teams and roles. */
export type PeopleTables = {
  principals: Principals; // users
  users: Users; // users
  company_people: Users; // users
  memberships: Memberships; // users
  user_addresses: UserAddresses; // users
  companies: Companies; // companies
  company_domains: CompanyDomains; // companies
  groups: Groups; // groups
  group_members: GroupMembers; // groups
  roles: Roles; // roles
  role_permissions: RolePermissions; // roles
  user_roles: UserRoles; // roles
};

type UserType = "internal" | "external";

type Principals = {
  id: Generated<string>;
  kind: "user" | "api_key" | "rule" | "mailbox" | "import" | "system";
  name: string;
  created_at: Stamped;
};
type Users = {
  id: string;
  email: string;
  fullname: string;
  user_type: UserType;
  company_id: Optional<string>;
  phone_number: Optional<string>;
  city: Optional<string>;
  state: Optional<string>;
  timezone: Optional<string>;
  locale: Optional<string>;
  hide_last_online: Generated<boolean>;
  last_online: MomentOrNull;
  name_key: GeneratedAlways<string>;
  search_key: GeneratedAlways<string>;
  version: Generated<number>;
  created_at: Stamped;
  deleted_at: MomentOrNull;
  erased_at: MomentOrNull;
};
type Memberships = {
  id: Generated<string>;
  user_id: string;
  company_id: string;
  from: Stamped;
  until: MomentOrNull;
};
type Companies = {
  id: Generated<string>;
  name: string;
  description: Optional<string>;
  contact_email: Optional<string>;
  contact_phone: Optional<string>;
  is_active: Generated<boolean>;
  is_internal: Generated<boolean>;
  sharing: Generated<"own" | "company">;
  urgent_allowed: Generated<boolean>;
  name_key: GeneratedAlways<string>;
  search_key: GeneratedAlways<string>;
  version: Generated<number>;
  created_at: Stamped;
  deleted_at: MomentOrNull;
};
type Groups = {
  id: Generated<string>;
  name: string;
  company_id: string;
  version: Generated<number>;
  created_at: Stamped;
  deleted_at: MomentOrNull;
};
type GroupMembers = { group_id: string; user_id: string };
type Roles = { id: Generated<string>; key: string; name: string; type: UserType; description: string };
type RolePermissions = { role_id: string; permission: string };
type UserRoles = { user_id: string; role_id: string };
type UserAddresses = {
  address: string;
  user_id: string;
  added_by: string;
  added_at: Moment;
  verified_at: MomentOrNull;
};
type CompanyDomains = {
  domain: string;
  company_id: string;
  added_by: string;
  added_at: Moment;
  verified_at: MomentOrNull;
  auto_contact: Generated<boolean>;
};
