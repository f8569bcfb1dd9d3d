/** The cards of one's own account, in their order: all at `/settings`, each alone at `/settings/<id>`. */
export const ACCOUNT_SECTIONS = [
  "appearance",
  "profile",
  "security",
  "second-factor",
  "sessions",
  "email",
  "notifications",
  "danger",
] as const;
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

/** The cards of what administrators set for everybody: all at `/settings/organization`, each alone at `/settings/<id>`. */
export const ORGANIZATION_SECTIONS = [
  "brand",
  "tickets",
  "passwords",
  "second-factor-rule",
  "limits",
  "retention",
  "samples",
  "about",
] as const;
export type OrganizationSection = (typeof ORGANIZATION_SECTIONS)[number];
