import { expect, type Page } from "@playwright/test";
import { type Call, callAs, createTicket } from "../support/people/api-as.ts";
import { PASSPHRASE, uniqueEmail } from "../support/people/invited-people.ts";
import type { Name } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { PHONE } from "../support/browser/viewports.ts";
import {
  findHorizontalOverflow,
  navigateTo,
  openSignedIn,
  waitUntilLoaded,
} from "../support/page/page-checks.ts";

/** Rules 571 and 950 where there is least room: the longer words of German, and letters of twice the size. */

test.describe.configure({ timeout: 240_000 });

const LOOKS = [
  { viewport: { width: 320, height: 800 }, fontSize: "100%" },
  { viewport: PHONE, fontSize: "200%" },
] as const;
const PAGES: Partial<Record<Name, readonly string[]>> = {
  maren: ["/dashboard", "/tickets", "/tickets/new", "/tickets/:ticket", "/settings", "/reports", "/nowhere"],
  priya: ["/dashboard", "/tickets/:ticket/edit", "/users/:self/roles", "/inbox"],
};

test("an administrator's pages in German stay on a small phone, and with text of twice its size", async ({
  browser,
}) => {
  expect(await findsOn(await openInGerman(browser, "maren"), "maren")).toEqual([]);
});

test("a client admin's pages in German stay on a small phone, and with text of twice its size", async ({
  browser,
}) => {
  expect(await findsOn(await openInGerman(browser, "priya"), "priya")).toEqual([]);
});

test("a view's name of one long word ends on the page", async ({ browser, request }) => {
  const call = await callAs(request, "maren");
  const { body } = await call("POST", "/views", { name: "W".repeat(60), audience: "me", query: {} });
  const view = readId(body["view"]);
  const page = await openInGerman(browser, "maren");
  await navigateTo(page, `/tickets?view=${view}`);
  await waitUntilLoaded(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("WWW");
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await findHorizontalOverflow(page)).toEqual([]);
    const [name, act] = await Promise.all(
      [".page-head h1", ".page-head .actions"].map((part) => page.locator(part).boundingBox()),
    );
    const isBeside = (name?.x ?? 0) + (name?.width ?? 0) <= (act?.x ?? 0);
    const isAbove = (name?.y ?? 0) + (name?.height ?? 0) <= (act?.y ?? 0);
    expect(isBeside || isAbove).toBe(true);
  }
  await call("DELETE", `/views/${view}`);
});

test("long words in the names of a team and of a person end on the page", async ({ browser, request }) => {
  const call = await callAs(request, "maren");
  const fullname = "W".repeat(100);
  const user = { email: uniqueEmail("long"), fullname, password: PASSPHRASE, user_type: "internal" };
  const person = readId((await call("POST", "/users", user)).body);
  const team = readId((await call("POST", "/groups", { name: "W".repeat(80) })).body);
  const page = await openInGerman(browser, "maren");
  await page.setViewportSize(LOOKS[0].viewport);
  for (const place of ["/settings/teams", `/users/${person}/roles`]) {
    await navigateTo(page, place);
    await waitUntilLoaded(page);
    await expect(page.getByText(/^W{80}/).first()).toBeVisible();
    expect(await findHorizontalOverflow(page)).toEqual([]);
  }
  await call("DELETE", `/groups/${team}`);
  await call("DELETE", `/users/${person}`);
});

test("the words above a page and the buttons of a window keep their room on a small phone, in German", async ({
  browser,
  request,
}) => {
  const call = await callAs(request, "idris");
  const [kept, merged] = [await createTicket(call, "Bleibt"), await createTicket(call, "Geht")];
  expect((await call("POST", `/tickets/${kept}/merge`, { ids: [merged] })).status).toBe(200);
  const page = await openInGerman(browser, "idris");
  await page.setViewportSize(LOOKS[0].viewport);
  await navigateTo(page, `/tickets/${kept}`);
  const words = await page.locator(".banner b").boundingBox();
  expect(words?.width).toBeGreaterThan(200);
  await page.getByRole("button", { name: "Zusammenführung rückgängig machen" }).click();
  const buttons = page.getByRole("dialog").getByRole("button");
  await expect(buttons).toHaveCount(3);
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
});

test("lists of words in the mail settings break their lines on a phone", async ({ browser }) => {
  const page = await openInGerman(browser, "maren");
  await page.setViewportSize(LOOKS[0].viewport);
  await navigateTo(page, "/settings/mail");
  for (const name of ["Gesperrte Dateitypen", "Systeme"]) {
    const box = page.getByLabel(name);
    await box.fill(Array.from({ length: 5 }, () => "monitor@waypost.example").join(" "));
    expect(await box.evaluate((area) => area.scrollWidth - area.clientWidth)).toBe(0);
  }
});

test("the search of the saved replies has room for words on a small phone, in German", async ({
  browser,
}) => {
  const page = await openInGerman(browser, "maren");
  await page.setViewportSize(LOOKS[0].viewport);
  await navigateTo(page, "/settings/replies");
  const search = page.getByPlaceholder("Textbaustein suchen");
  await expect(search).toBeVisible();
  expect((await search.boundingBox())?.width).toBeGreaterThan(180);
});

test("the hours of a calendar's scale stand apart on a small phone", async ({ browser }) => {
  const page = await openInGerman(browser, "maren");
  await page.setViewportSize(LOOKS[0].viewport);
  await navigateTo(page, "/settings/calendars");
  await page.getByRole("link", { name: "Business hours" }).click();
  await expect(page.getByLabel("Montag")).toBeVisible();
  const hours = page.locator(".week-axis span").filter({ visible: true });
  const spans = await hours.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1];
    if (next) expect(next.left - span.right).toBeGreaterThan(2);
  }
});

test("beside the sidebar of a tablet the settings and the title of a page keep their room, in German", async ({
  browser,
}) => {
  const page = await openInGerman(browser, "maren");
  await page.setViewportSize({ width: 820, height: 1180 });
  await navigateTo(page, "/settings/service-levels/new");
  for (const input of await page.getByRole("table").getByRole("textbox").all())
    expect((await input.boundingBox())?.width).toBeGreaterThan(70);

  await navigateTo(page, "/settings/replies");
  await page.reload();
  await expect(page.getByRole("link", { name: "Textbausteine" })).toBeInViewport({ ratio: 1 });
  for (const width of [820, 1000, 1100]) {
    await page.setViewportSize({ width, height: 1180 });
    await navigateTo(page, "/settings/replies");
    const name = page.getByRole("columnheader", { name: "Name" });
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.width).toBeGreaterThan(100);
    const title = await page.getByRole("heading", { name: "Textbausteine" }).boundingBox();
    const search = await page.getByPlaceholder("Textbaustein suchen").boundingBox();
    expect(title && search && (title.x + title.width < search.x || title.y + title.height < search.y)).toBe(
      true,
    );
    await expect(page.getByText("Neuer Textbaustein")).toBeInViewport({ ratio: 1 });

    await navigateTo(page, "/incoming");
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeVisible();
    // One row of words.
    expect((await heading.boundingBox())?.height).toBeLessThan(40);

    await navigateTo(page, "/settings/access");
    await expect(page.getByText("Tickets auflisten").first()).toBeVisible();
    const cut = page.locator("#access :is(th, td)");
    expect(
      await cut.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
    ).toBe(0);
  }
});

test("beside the sidebar of a tablet a mention in the inbox and the title of a card are read, in German", async ({
  browser,
}) => {
  const page = await openInGerman(browser, "maren");
  await page.setViewportSize({ width: 820, height: 1180 });
  await navigateTo(page, "/clients");
  const title = await page.getByRole("heading", { name: "Kundenverzeichnis" }).boundingBox();
  const search = await page.getByPlaceholder("Nach Name oder E-Mail suchen").boundingBox();
  expect(title && search && title.y + title.height <= search.y).toBe(true);
  await navigateTo(page, "/inbox?tab=all");
  const subject = page.locator(".inbox-title").first();
  await expect(subject).toBeVisible();
  expect(await subject.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
});

async function openInGerman(browser: Parameters<typeof openSignedIn>[0], name: Name): Promise<Page> {
  const { hostname } = new URL(test.info().project.use.baseURL ?? "");
  const language = { name: "language", value: "de", domain: hostname, path: "/", expires: -1 };
  const cookies = [{ ...language, httpOnly: false, secure: false, sameSite: "Lax" as const }];
  return openSignedIn(browser, name, { storageState: { cookies, origins: [] } });
}

/** Visits a person's pages in each look and gives what leaves the window or its card. */
async function findsOn(page: Page, name: Name): Promise<string[]> {
  const call = await callAs(page.request, name);
  const ids: Record<string, string> = { ticket: await firstTicketId(call), self: await ownId(call) };
  const found: string[] = [];
  for (const place of PAGES[name] ?? []) {
    await navigateTo(
      page,
      place.replace(/:(\w+)/, (_, one: string) => ids[one] ?? one),
    );
    await waitUntilLoaded(page);
    for (const { viewport, fontSize } of LOOKS) {
      await page.setViewportSize(viewport);
      await page.locator("html").evaluate((html, size) => (html.style.fontSize = size), fontSize);
      const finds = [...(await findHorizontalOverflow(page)), ...(await findOutsideOfCard(page))];
      found.push(...finds.map((find) => `${place} with text of ${fontSize}: ${find}`));
    }
  }
  return found;
}

/** What is pressed, times and badges that the edge of their card or cell cuts or lets out. */
function findOutsideOfCard(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".card :is(.button, .select, time, .report-figure .badge)")]
      .filter((one) => {
        const around = one.parentElement?.closest("td, .card")?.getBoundingClientRect();
        const { left, right } = one.getBoundingClientRect();
        return around && one.checkVisibility() && (left < around.left - 1 || right > around.right + 1);
      })
      .map((one) => `outside of its card: ${one.textContent}`),
  );
}

async function firstTicketId(call: Call): Promise<string> {
  const { items } = (await call("GET", "/tickets?per_page=1")).body;
  return readId(Array.isArray(items) ? items[0] : undefined);
}

async function ownId(call: Call): Promise<string> {
  return readId((await call("GET", "/auth/me")).body);
}

function readId(thing: unknown): string {
  if (typeof thing !== "object" || thing === null || !("id" in thing)) throw new Error(JSON.stringify(thing));
  return String(thing.id);
}
