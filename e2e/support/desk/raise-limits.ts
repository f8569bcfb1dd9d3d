import { request } from "@playwright/test";
import { ALLOWANCE_SETTING_NAMES, ALLOWANCE_SETTINGS } from "#contract/allowances.ts";
import { PASSWORD, PEOPLE } from "../people/people.ts";
import { sendAtOnce } from "./send-at-once.ts";

/**
 * Lets the few people of the demo do what a whole staff does: stories prepare hundreds of tickets and people within
 * seconds, all in the same names. What limits a page that somebody looks at (streams, files) stays as it is.
 */
export default async function raiseLimits(): Promise<void> {
  await raiseLimitsAt(`http://localhost:${process.env["E2E_PORT"]}`);
}

/** The same for a server of a story's own. */
export async function raiseLimitsAt(baseURL: string): Promise<void> {
  const api = await request.newContext({ baseURL });
  const signedIn = await api.post("/api/auth/login", { data: { email: PEOPLE.maren, password: PASSWORD } });
  const { access_token: token } = await signedIn.json();
  const raised = ALLOWANCE_SETTING_NAMES.filter((name) => !/streams|connections|attachments/.test(name));
  const saved = await api.patch("/api/settings", {
    headers: { authorization: `Bearer ${token}` },
    data: Object.fromEntries(raised.map((name) => [name, ALLOWANCE_SETTINGS[name].most])),
  });
  if (!saved.ok()) throw new Error(`The limits could not be raised: ${await saved.text()}`);
  await api.dispose();
  await sendAtOnce(`http://localhost:${process.env["E2E_PORT"]}`);
}
