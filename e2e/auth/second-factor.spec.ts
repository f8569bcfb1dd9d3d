import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { PHONE } from "../support/browser/viewports.ts";
import { WIDE } from "../support/page/page-checks.ts";
import { toastOf } from "../support/page/locators.ts";
import {
  chooseRowAction,
  inviteAndAccept,
  type InvitedPerson,
  rowOf,
  signInAs,
} from "../support/people/invited-people.ts";
import { test } from "../support/story.ts";

/** The code of an authenticator app for a key and a step of 30 seconds (RFC 6238). */
function codeOf(key: string, step: number): string {
  const bits = Array.from(key.replaceAll(" ", ""), (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(value % 1_000_000).padStart(6, "0");
}

/** An authenticator app that waits for the next code, as each is taken once: one step ahead is taken as well. */
function phoneWith(key: string) {
  let used = 0;
  return () => {
    used = Math.max(used + 1, Math.floor(Date.now() / 30_000));
    return codeOf(key, used);
  };
}

async function firstStep(page: Page, { email, password }: InvitedPerson): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** How far the text of a field reaches beyond it, in px. */
const findHiddenText = (field: HTMLElement) => [
  field.scrollWidth - field.clientWidth,
  field.scrollHeight - field.clientHeight,
];

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/login");
}

/** Fills in the dialog or page that asks for the password, shows the key and wants its first code. */
async function setUp(page: Page, password: string): Promise<{ next: () => string; codes: string[] }> {
  await page.getByLabel("Current Password").last().fill(password);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expect(page.getByLabel("Code of the app")).toBeFocused();
  const key = page.getByLabel("Key", { exact: true });
  const next = phoneWith(await key.inputValue());
  expect(await key.evaluate(findHiddenText)).toEqual([0, 0]);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel("Code of the app").fill(next());
  await page.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  return { next, codes: await list.getByRole("listitem").allTextContents() };
}

test("somebody sets up a second factor, signs in with it and without the phone, and turns it off", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Roth", { role: "support_specialist" });
  await signInAs(page, eli);
  await page.goto("/settings/second-factor");
  const card = page.getByRole("region", { name: "Two-factor sign-in" });
  await card.getByRole("button", { name: "Set up" }).click();
  const password = page.getByRole("dialog").getByLabel("Current Password");
  await expect(password).toBeFocused();
  await password.fill("not this one");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("dialog").getByText("Current password is incorrect")).toBeVisible();
  await page.setViewportSize(PHONE);
  const { next, codes } = await setUp(page, eli.password);
  await page.setViewportSize(WIDE);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect(await readFile(await (await saved).path(), "utf8")).toContain(codes[9]);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(card).toContainText("10 of 10 are left");
  expect(await findAxeViolations(page)).toEqual([]);

  await signOut(page);
  await firstStep(page, eli);
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await expect(page.getByText(eli.email)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is not right" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(eli.email);
  await firstStep(page, eli);
  await code.fill(next());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");

  await signOut(page);
  await firstStep(page, eli);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/settings/second-factor");
  await expect(card).toContainText("9 of 10 are left");
  await card.getByRole("button", { name: "New codes" }).click();
  await page.getByRole("dialog").getByLabel("Current Password").fill(eli.password);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: codes[1] })).toHaveCount(0);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(card).toContainText("10 of 10 are left");

  await card.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByLabel("Current Password").fill(eli.password);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(toastOf(page, "Two-factor sign-in is off")).toBeVisible();
  await expect(card.getByRole("button", { name: "Set up" })).toBeVisible();
  await signOut(page);
  await signInAs(page, eli);
});

test("an administrator lets in who lost phone and codes", async ({ page, browser, request }) => {
  const maren = await callAs(request, "maren");
  const eli = await inviteAndAccept(maren, "Eli Rothmann", { role: "support_specialist" });
  const his = await (await browser.newContext()).newPage();
  await signInAs(his, eli);
  await his.goto("/settings/second-factor");
  await his.getByRole("button", { name: "Set up" }).click();
  await setUp(his, eli.password);

  await signInAs(page, { email: "admin@waypost.example", password: "waypost-demo" });
  await page.goto(`/users?search=${encodeURIComponent(eli.email)}`);
  await expect(rowOf(page, eli.email)).toBeVisible();
  await chooseRowAction(page, eli.fullname, "Reset two-factor sign-in");
  const sure = page.getByRole("dialog", { name: "Reset two-factor sign-in" });
  expect(await findAxeViolations(page)).toEqual([]);
  await sure.getByRole("button", { name: "Reset" }).click();
  await expect(toastOf(page, "Two-factor sign-in was reset")).toBeVisible();
  await signInAs(his, eli);
});
