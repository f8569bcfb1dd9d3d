import { expect, type Page } from "@playwright/test";
import { callAs, type Call, createTicket } from "../support/people/api-as.ts";
import { inviteAndAccept, signInAs } from "../support/people/invited-people.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const nav = (page: Page) =>
  page.getByRole("complementary", { name: "Primary" }).getByRole("group", { name: "Views" });
const names = (page: Page) => nav(page).locator('a:not([href*="views="]) .truncate');
const saveWindow = (page: Page) => page.getByRole("dialog", { name: /^Save / });

/** Begins with nothing pinned but what is pinned for all, and with no views of an earlier story. */
async function tidy(call: Call): Promise<void> {
  const { body } = await call("GET", "/views");
  const items = Array.isArray(body["items"]) ? body["items"] : [];
  for (const { id, audience } of items) if (audience === "me") await call("DELETE", `/views/${id}`);
  await call("PUT", "/views/pins", { keys: ["mine", "unassigned"], default: null });
}

async function saveView(call: Call, body: object): Promise<string> {
  const { body: answer } = await call("POST", "/views", { audience: "me", query: {}, ...body });
  const { view } = answer;
  if (typeof view !== "object" || view === null || !("id" in view)) throw new Error(JSON.stringify(answer));
  return String(view.id);
}

test("an agent saves a list with its columns, comes back by a key, changes it, and sends the link to a colleague", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord();
  const idris = await callAs(request, "idris");
  await tidy(idris);
  await createTicket(idris, `Open ${word}`);
  const closed = await createTicket(idris, `Closed ${word}`);
  await idris("PUT", `/tickets/${closed}`, { status: "closed" });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(2);
  await expect(names(page)).toHaveText(["Assigned to me", "Unassigned"]);
  await page.getByRole("button", { name: "More filters" }).click();
  // What is checked stands in the address, and is drawn when that has changed.
  await page.getByRole("switch", { name: "Active" }).click();
  await expect(page.getByRole("switch", { name: "Active" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(subjectLinks(page)).toHaveText([`Open ${word}`]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Team" }).click();
  await expect(page.getByRole("checkbox", { name: "Team" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Updated" }).click();
  await expect(page.getByRole("checkbox", { name: "Updated" })).not.toBeChecked();
  await page.keyboard.press("Escape");
  // It gives the focus back when it has gone, which would close the next one.
  await expect(page.getByRole("checkbox", { name: "Team" })).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: "Team" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Updated" })).toHaveCount(0);

  await page.getByRole("button", { name: "Save view" }).click();
  await saveWindow(page).getByRole("textbox", { name: "Name" }).fill(`Mine ${word}`);
  await saveWindow(page).getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Mine ${word}` })).toBeVisible();
  await expect(names(page)).toHaveText(["Assigned to me", "Unassigned", `Mine ${word}`]);
  const link = nav(page).getByRole("link", { name: `Mine ${word}` });
  await expect(link).toHaveAttribute("aria-current", "page");
  await expect(link.locator(".open-count")).toHaveText("1");
  await expect(page.getByText("Edited")).toHaveCount(0);

  await page.goto("/dashboard");
  await expect(names(page)).toHaveCount(3);
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("3")]);
  await expect(page).toHaveURL(new RegExp(`search=${word}.*active=true.*columns=.*view=`));
  await expect(subjectLinks(page)).toHaveText([`Open ${word}`]);
  await page.getByRole("button", { name: "Remove filter Active" }).click();
  await expect(subjectLinks(page)).toHaveCount(2);
  await expect(page.getByText("Edited")).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(subjectLinks(page)).toHaveCount(1);
  await expect(page.getByText("Edited")).toHaveCount(0);
  await page.goBack();
  await expect(subjectLinks(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(saveWindow(page).getByRole("textbox", { name: "Name" })).toHaveValue(`Mine ${word}`);
  await saveWindow(page).getByRole("checkbox", { name: "Open Tickets with this view" }).check();
  await saveWindow(page).getByRole("button", { name: "Save view", exact: true }).click();
  await expect(link.locator(".open-count")).toHaveText("2");
  // It closes when the server has all of it, also that Tickets opens with it.
  await expect(saveWindow(page)).toHaveCount(0);

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Tickets", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Mine ${word}` })).toBeVisible();
  const address = page.url().replace(/^https?:\/\/[^/]+/, "");
  const lena = await openPageAs(browser, "lena", address);
  await expect(subjectLinks(lena)).toHaveCount(2);
  await expect(lena.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  await expect(lena.getByRole("columnheader", { name: "Team" })).toBeVisible();
  await lena.context().close();
  await tidy(idris);
});

test("pinned views are put in order by keys and by dragging, taken off and found again", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const call = await callAs(request, "rafael");
  await tidy(call);
  const id = await saveView(call, { name: `Third ${word}`, query: { priority: "urgent" } });
  await call("PUT", "/views/pins", { keys: ["mine", "unassigned", id] });
  await signIn(page, "rafael", "/tickets");
  const third = nav(page).getByRole("link", { name: `Third ${word}` });
  await third.focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(names(page)).toHaveText(["Assigned to me", `Third ${word}`, "Unassigned"]);
  await expect(third).toBeFocused();
  await expect(nav(page).getByRole("status")).toHaveText(`Third ${word}: 2 of 3`);
  const first = await nav(page).getByRole("link").first().boundingBox();
  const last = await nav(page).getByRole("link", { name: "Unassigned" }).boundingBox();
  if (!first || !last) throw new Error("the views are not drawn");
  await page.mouse.move(last.x + 20, last.y + 10);
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y + 2, { steps: 6 });
  // Let go of, it takes the place that is drawn.
  await expect(names(page)).toHaveText(["Unassigned", "Assigned to me", `Third ${word}`]);
  await page.mouse.up();
  await expect(names(page)).toHaveText(["Unassigned", "Assigned to me", `Third ${word}`]);
  await expect(page).toHaveURL("/tickets");
  await expect
    .poll(async () => (await call("GET", "/views")).body["pins"])
    .toEqual(["unassigned", "mine", id]);

  await page.goto("/tickets?views");
  await page.getByRole("button", { name: `Take off the sidebar: Third ${word}` }).click();
  await expect(names(page)).toHaveText(["Unassigned", "Assigned to me"]);
  await expect(nav(page).getByRole("link", { name: "All views" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: `Actions for Third ${word}` }).click();
  await page.getByRole("menuitem", { name: "Delete view" }).click();
  await page.getByRole("button", { name: "Delete View" }).click();
  await expect(page.getByRole("link", { name: `Third ${word}` })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("View restored")).toBeVisible();
  await expect(page.getByRole("link", { name: `Third ${word}` })).toBeVisible();
  await tidy(call);
});

test("a view for everyone comes to a colleague live, is theirs to read, and says when its tag is gone", async ({
  page,
  browser,
  request,
}) => {
  const word = freshWord().toLowerCase();
  const lena = await callAs(request, "lena");
  const ticket = await createTicket(lena, `Tagged ${word}`);
  await lena("PUT", `/tickets/${ticket}/tags`, { tags: [word] });
  await signIn(page, "idris", "/tickets?views");
  await expect(page.getByRole("heading", { level: 1, name: "All views" })).toBeVisible();
  const id = await saveView(lena, { name: `Shared ${word}`, audience: "everyone", query: { tag: word } });
  await page
    .getByRole("main")
    .getByRole("link", { name: `Shared ${word}` })
    .click();
  await expect(subjectLinks(page)).toHaveText([new RegExp(`^Tagged ${word}`)]);
  await expect(page.getByRole("button", { name: "Save as new view" })).toBeVisible();

  const { body } = await lena("GET", `/tags?search=${word}`);
  const [tag] = Array.isArray(body["items"]) ? body["items"] : [];
  await lena("DELETE", `/tags/${tag.id}`);
  const other = await openPageAs(browser, "rafael", `/tickets?tag=${word}&view=${id}`);
  await expect(other.getByText(`This view filters by the tag ${word}, which is gone.`)).toBeVisible();
  await expect(subjectLinks(other)).toHaveCount(0);
  await other.getByRole("button", { name: "Edit" }).click();
  await expect(other.getByText("Edited")).toBeVisible();
  await expect(subjectLinks(other).first()).toBeVisible();
  await other.context().close();
  await lena("DELETE", `/views/${id}`);
});

test("a client sees nothing of views: not in the sidebar, the toolbar, the address or the keys", async ({
  page,
  request,
}) => {
  const word = freshWord();
  const [tomas, lena] = [await callAs(request, "tomas"), await callAs(request, "lena")];
  await createTicket(tomas, `Mine ${word}`);
  const id = await saveView(lena, { name: `Secret ${word}`, audience: "everyone", query: { search: word } });
  await signIn(page, "tomas", `/tickets?search=${word}&columns=team&view=${id}`);
  await expect(subjectLinks(page)).toHaveText([`Mine ${word}`]);
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
  await expect(page.getByRole("button", { name: "More filters" })).toBeVisible();
  for (const name of ["Columns", "Save view", "Save as new view"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Views" })).toHaveCount(0);
  await page.goto("/tickets?views");
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  expect((await tomas("GET", "/views")).status).toBe(403);
  await lena("DELETE", `/views/${id}`);
});

test("a view of a tag that the address spells in another way opens as it was saved", async ({ page }) => {
  await signIn(page, "idris", "/tickets?tag=carrier_line");
  await page.getByRole("button", { name: "Save view" }).click();
  // The sidebar of another story stays as it is.
  await page.getByRole("checkbox", { name: "Pin to sidebar" }).uncheck();
  await page.getByRole("textbox", { name: "Name" }).fill(`Carrier ${freshWord()}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tag=carrier-line&view=/);
  await expect(page.getByText("Edited")).toHaveCount(0);
});

test("a view that was saved elsewhere meanwhile is not saved over, and the window says so", async ({
  page,
  browser,
  request,
}) => {
  const eli = await inviteAndAccept(await callAs(request, "maren"), "Eli Roth", {
    role: "support_specialist",
  });
  const { email, password } = eli;
  const call = await callAs((await browser.newContext()).request, { email, password });
  const id = await saveView(call, { name: "High ones", query: { priority: "high" } });
  await signInAs(page, eli);
  await page.goto(`/tickets?priority=high&view=${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "High ones" })).toBeVisible();
  await call("PATCH", `/views/${id}`, { name: "Urgent ones", query: { priority: "urgent" } });
  await page.getByRole("button", { name: "Save view" }).click();
  await saveWindow(page).getByRole("textbox", { name: "Name" }).fill("My high ones");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Somebody else changed this in the meantime")).toBeVisible();
  await expect(saveWindow(page).getByRole("textbox", { name: "Name" })).toHaveValue("My high ones");
  expect((await call("GET", `/views/${id}`)).body).toMatchObject({ view: { name: "Urgent ones" } });
});

test("the palette finds a view by its name", async ({ page, request }) => {
  const word = freshWord();
  // Nobody else tidies the views of Lena.
  const call = await callAs(request, "lena");
  const id = await saveView(call, { name: `Palette ${word}`, query: { status: "pending" } });
  await signIn(page, "lena", "/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command palette" }).fill(`Palette ${word}`);
  await page.getByRole("option", { name: `Palette ${word}`, exact: true }).click();
  await expect(page).toHaveURL(`/tickets?status=pending&view=${id}`);
  await call("DELETE", `/views/${id}`);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("the views are below Tickets in the drawer, and chosen columns change nothing", async ({
    page,
    request,
  }) => {
    const word = freshWord();
    const call = await callAs(request, "maren");
    await createTicket(call, `Phone ${word}`);
    const id = await saveView(call, { name: `Phone ${word}`, query: { search: word }, columns: ["team"] });
    await call("PUT", "/views/pins", { keys: [id] });
    await signIn(page, "maren", "/dashboard");
    await page.getByRole("button", { name: "Open menu" }).tap();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: `Phone ${word}` })
      .tap();
    await expect(subjectLinks(page)).toHaveText([new RegExp(`Phone ${word}`)]);
    await expect(page.getByRole("cell", { name: "Open" })).toBeVisible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    // What a changed view adds to the toolbar wraps, also in longer words.
    await page.context().addCookies([{ name: "language", value: "de", url: page.url() }]);
    await page.goto(`/tickets?status=closed&view=${id}`);
    await expect(page.locator(".view-bar .badge")).toHaveText("Geändert");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await tidy(call);
  });
});

for (const [device, viewport] of DEVICES)
  test(`axe finds nothing wrong with views ${device}, in light and dark`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page, "lena", "/tickets?active=true");
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(saveWindow(page)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.goto("/tickets?views");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.goto("/tickets?active=true&columns=status,company,client,team,tags,updated");
    await expect(subjectLinks(page).first()).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
