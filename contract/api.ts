import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { beginning } from "./onboarding.ts";
import { comments } from "./comments.ts";
import { companies } from "./companies.ts";
import { config } from "./config.ts";
import { dashboard } from "./dashboard.ts";
import type { Call, Endpoint } from "./endpoint.ts";
import { groups } from "./groups.ts";
import { live } from "./live.ts";
import { mail } from "./mail.ts";
import { roles } from "./roles.ts";
import { secondFactor } from "./second-factor.ts";
import { settings } from "./settings.ts";
import { tickets } from "./tickets.ts";
import { uploads } from "./uploads.ts";
import { users } from "./users.ts";

/** The whole API, room by room. The reference, the access matrix and the route table are generated from it. */
export const rooms = {
  auth,
  secondFactor,
  config,
  tickets,
  comments,
  uploads,
  live,
  users,
  roles,
  companies,
  groups,
  settings,
  audit,
  mail,
  dashboard,
  beginning,
} as const;

type Rooms = typeof rooms;
type EndpointOf<R> = R[keyof R];
type Every = { [R in keyof Rooms]: EndpointOf<Rooms[R]> }[keyof Rooms];
type Named<E> = E extends Endpoint ? { [K in `${E["method"]} ${E["path"]}`]: Call<E> } : never;
type Merge<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;

/** "GET /tickets/{ticket_id}" to what is sent and answered; imported by the browser as a type only. */
export type Api = Merge<Named<Every>>;

/** All that is promised, for those who look at the whole: routes, reference, access matrix. */
export function everyEndpoint(): Endpoint[] {
  return Object.values(rooms).flatMap((room): Endpoint[] => Object.values(room));
}
