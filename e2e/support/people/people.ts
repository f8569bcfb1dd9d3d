import { type Browser, expect, type Page } from "@playwright/test";
import { patiently } from "./patiently.ts";

/** The people of the demo, by first name. */
export const PEOPLE = {
  maren: "admin@waypost.example",
  rafael: "manager@waypost.example",
  lena: "lead@waypost.example",
  idris: "agent@waypost.example",
  priya: "admin@kestrel.example",
  tomas: "client@kestrel.example",
  helena: "admin@asterlegal.example",
  jonas: "client@asterlegal.example",
} as const;
export type Name = keyof typeof PEOPLE;

export const PASSWORD = "waypost-demo";

/** Signs in through the page, as a person does. */
export async function signInByForm(page: Page, name: Name): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(PEOPLE[name]);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Signs in through the API and opens a page: other stories cover the form and the greeting after it. */
export async function signIn(page: Page, name: Name, place = "/dashboard"): Promise<void> {
  const account = { email: PEOPLE[name], password: PASSWORD };
  const answer = await patiently(() => page.request.post("/api/auth/login", { data: account }));
  expect(answer.status()).toBe(200);
  await page.goto(place);
}

/** Signs in and waits for the dashboard. */
export async function signInToDashboard(page: Page, name: Name): Promise<void> {
  await signIn(page, name);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
}

/** Opens a page for somebody in a browser context of its own, as at another machine. */
export async function openPageAs(browser: Browser, name: Name, place?: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, name, place);
  return page;
}
