import { expect, type Page } from "@playwright/test";
import { type Call } from "./api-as.ts";

/** Somebody whom no other story knows. */
export type InvitedPerson = { id: string; email: string; fullname: string; password: string };

export const PASSPHRASE = "lantern mosaic tundra 7";

/** A company of the story's own; gives its id. */
export async function createOwnCompany(maren: Call, name: string): Promise<string> {
  const { status, body } = await maren("POST", "/companies", { name });
  expect(status).toBe(201);
  return String(body["id"]);
}

/**
 * Invites somebody and accepts for them, so that they can sign in. Where a mail server takes the invitation, `readLink` finds
 * its link there.
 */
export async function inviteAndAccept(
  maren: Call,
  fullname: string,
  where: { role: string; companyId?: string },
  readLink?: (email: string) => Promise<string>,
): Promise<InvitedPerson> {
  const email = uniqueEmail(fullname);
  const invited = await maren("POST", "/users/invite", {
    email,
    fullname,
    user_type: where.companyId ? "external" : "internal",
    company_id: where.companyId,
    role_names: [where.role],
  });
  expect(invited.status).toBe(201);
  const link = readLink ? await readLink(email) : String(invited.body["invite_link"]);
  const token = link.split("/").at(-1);
  const accepted = await maren("POST", "/auth/accept-invite", { token, fullname, password: PASSPHRASE });
  expect(accepted.status).toBe(204);
  return { id: String(invited.body["id"]), email, fullname, password: PASSPHRASE };
}

/** An address that nobody has. */
export function uniqueEmail(fullname: string): string {
  const letters = Math.random().toString(36).slice(2, 8);
  return `${fullname.toLowerCase().replaceAll(/[^a-z]+/g, ".")}.${letters}@story.example`;
}

export async function signInAs(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The link in the latest mail to somebody, as a path of this app. */
export async function findMailedLink(maren: Call, email: string, path: RegExp): Promise<string> {
  let found = "";
  await expect(async () => {
    const { body } = await maren("GET", "/mail/captured");
    const items = Array.isArray(body["items"]) ? body["items"] : [];
    const texts = items.filter((mail) => mail.to === email).map((mail) => String(mail.text));
    found = texts.map((text) => path.exec(text)?.[0]).find((link) => link !== undefined) ?? "";
    expect(found).not.toBe("");
  }).toPass();
  return found;
}

/** The row of a person or company in a directory. */
export function rowOf(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

/** Opens the "..." menu of a row and chooses from it. */
export async function chooseRowAction(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: what }).click();
}
