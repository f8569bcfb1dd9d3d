import { linkEndpoints } from "./auth/links.ts";
import { sessionEndpoints } from "./auth/sessions.ts";

/** The endpoints of signing in. */
export const auth = { ...sessionEndpoints, ...linkEndpoints } as const;
