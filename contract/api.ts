import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { onboarding } from "./onboarding.ts";
import { calendars } from "./calendars.ts";
import { checklists } from "./checklists.ts";
import { comments } from "./comments.ts";
import { drafts } from "./comments/drafts.ts";
import { scheduled } from "./comments/scheduled.ts";
import { companies } from "./companies.ts";
import { config } from "./config.ts";
import { dashboard } from "./dashboard.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { groups } from "./groups.ts";
import { inbox } from "./inbox.ts";
import { incoming } from "./incoming.ts";
import { imports } from "./import.ts";
import { incidents } from "./incidents.ts";
import { links } from "./links.ts";
import { merges } from "./merges.ts";
import { live } from "./live.ts";
import { macros } from "./macros.ts";
import { mail } from "./mail.ts";
import { mailHook } from "./mailboxes/hook.ts";
import { mailboxes } from "./mailboxes.ts";
import { replies } from "./replies.ts";
import { retention } from "./retention.ts";
import { roles } from "./roles.ts";
import { secondFactor } from "./auth/second-factor.ts";
import { settings } from "./settings.ts";
import { sla } from "./sla.ts";
import { tags } from "./tags.ts";
import { tickets } from "./tickets.ts";
import { uploads } from "./uploads.ts";
import { users } from "./users.ts";
import { views } from "./views.ts";

/** The endpoints of the whole API by feature. The reference, the access matrix and the route table are generated from it. */
export const features = {
  auth,
  secondFactor,
  config,
  tickets,
  comments,
  scheduled,
  drafts,
  uploads,
  links,
  incidents,
  merges,
  live,
  users,
  roles,
  companies,
  groups,
  tags,
  views,
  replies,
  macros,
  checklists,
  calendars,
  sla,
  settings,
  retention,
  imports,
  audit,
  mail,
  inbox,
  incoming,
  mailHook,
  mailboxes,
  dashboard,
  onboarding,
} as const;

type Features = typeof features;
type EndpointOf<R> = R[keyof R];
type Every = { [R in keyof Features]: EndpointOf<Features[R]> }[keyof Features];
type Named<E> = E extends Endpoint ? { [K in `${E["method"]} ${E["path"]}`]: Call<E> } : never;
type Merge<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

/** Request and reply types by "GET /tickets/{ticket_id}"; the browser imports the type alone. */
export type Api = Merge<Named<Every>>;

/** Every endpoint as one list, for the route table, the reference and the access matrix. */
export function listEndpoints(): Endpoint[] {
  return Object.values(features).flatMap((feature): Endpoint[] => Object.values(feature));
}
