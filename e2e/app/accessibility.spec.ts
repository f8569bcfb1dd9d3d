import { expect, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { type Name, PEOPLE } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { PHONE } from "../support/browser/viewports.ts";
import {
  findViolations,
  waitUntilLoaded,
  findHorizontalOverflow,
  openSignedIn,
  navigateTo,
  WIDE,
} from "../support/page/page-checks.ts";

/** Rule 158 on every page a role has, in both themes, wide and narrow. */

/** 1280 px at 400 % zoom (rule 571). */
const REFLOW = { width: 320, height: 800 };

// Pictures and traces of every step would cost more than the steps.
test.use({ trace: "off" });
// Far more than it takes: a busy machine must not decide.
test.describe.configure({ timeout: 240_000 });

const EVERYBODY = [
  "/dashboard",
  "/tickets",
  "/tickets/new",
  "/tickets/:ticket",
  "/settings",
  "/no-such-page",
];
const PAGES: Partial<Record<Name, readonly string[]>> = {
  maren: [
    ...EVERYBODY,
    "/tickets/:ticket/edit",
    "/tickets/00000000-0000-4000-8000-000000000000",
    "/tickets?search=nothing-is-called-so",
    "/tickets?deleted=true",
    "/tickets?views=true",
    "/incoming",
    "/inbox",
    "/inbox?tab=all",
    "/inbox?tab=mentions",
    "/incoming?state=failed",
    "/incoming?state=spam",
    "/users",
    "/users/:idris/roles",
    "/clients",
    "/clients/:tomas/roles",
    "/companies",
    "/companies?search=nobody",
    "/settings/profile",
    "/settings/organization",
    "/settings/brand",
    "/settings/teams",
    "/settings/tags",
    "/settings/service-levels",
    "/settings/service-levels/new",
    "/reports",
    "/settings/calendars",
    "/settings/calendars/new",
    "/settings/mail",
    "/settings/mail/mailboxes/new",
    "/settings/mail/mailboxes/:mailbox",
    "/settings/retention",
    "/settings/access",
    "/settings/audit",
    "/import",
  ],
  idris: [...EVERYBODY, "/users", "/clients", "/companies", "/settings/audit"],
  priya: [...EVERYBODY, "/tickets/:ticket/edit", "/users", "/users/:tomas/roles", "/companies"],
  tomas: [...EVERYBODY, "/users", "/inbox"],
};
const PUBLIC = [
  "/login",
  "/forgot-password",
  "/reset-password/none",
  "/accept-invite/none",
  "/undo-email-change/none",
  "/setup",
];

/** A few at a time, so that no worker is left alone with many at the end. */
const AT_A_TIME = 7;

for (const [name, pages] of Object.entries(PAGES)) {
  for (let at = 0; at < pages.length; at += AT_A_TIME) {
    const some = pages.slice(at, at + AT_A_TIME);
    test(`${name} has ${pages.length} pages that everybody can use: from ${at + 1} on`, async ({
      browser,
    }) => {
      const person = nameOf(name);
      const page = await openSignedIn(browser, person);
      const places = await fillIn(page, person, some);
      expect(await findsOn(page, places)).toEqual([]);
    });
  }
}

test("the pages before the sign-in can be used by everybody", async ({ page }) => {
  expect(await findsOn(page, PUBLIC, (place) => page.goto(place))).toEqual([]);
});

/** Visits pages in one session and gives the violations of each, as "page, width: rule: element". */
async function findsOn(
  page: Page,
  places: readonly string[],
  walk: (place: string) => Promise<unknown> = (place) => navigateTo(page, place),
): Promise<string[]> {
  const found: string[] = [];
  const report = (place: string, findViolations: string[]) =>
    found.push(...findViolations.map((find) => `${place}: ${find}`));
  for (const place of places) {
    await page.setViewportSize(WIDE);
    await walk(place);
    await waitUntilLoaded(page);
    report(`${place} 1440`, await findViolations(page));
    report(`${place} 1440`, await findHorizontalOverflow(page));
    await page.setViewportSize(PHONE);
    report(`${place} 390`, await findViolations(page));
    await page.setViewportSize(REFLOW);
    report(`${place} 320`, await findHorizontalOverflow(page));
  }
  return found;
}

/** Addresses with the ids of a ticket and of people in them. */
async function fillIn(page: Page, name: Name, places: readonly string[]): Promise<string[]> {
  const call = await callAs(page.request, name);
  const ids: Record<string, string> = { ticket: await firstId(call("GET", "/tickets?per_page=1"), "items") };
  if (places.some((place) => place.includes(":mailbox")))
    ids["mailbox"] = await firstId(call("GET", "/mailboxes"), "items");
  const wanted = places.map((place) => /:(idris|tomas)/.exec(place)?.[1]).filter((one) => one !== undefined);
  for (const one of wanted) {
    const search = encodeURIComponent(PEOPLE[nameOf(one)]);
    ids[one] = await firstId(call("GET", `/users?search=${search}`), "users");
  }
  return places.map((place) => place.replace(/:(\w+)/, (_, one: string) => ids[one] ?? one));
}

async function firstId(asked: Promise<{ body: Record<string, unknown> }>, field: string): Promise<string> {
  const { body } = await asked;
  const rows: unknown = body[field];
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (typeof first !== "object" || first === null || !("id" in first))
    throw new Error(`There is nothing in ${field}`);
  return String(first.id);
}

function nameOf(text: string): Name {
  if (text === "maren" || text === "idris" || text === "priya" || text === "tomas") return text;
  throw new Error(`Nobody here is called ${text}`);
}
