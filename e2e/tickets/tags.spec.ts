import { expect, type Page } from "@playwright/test";
import { callAs, createTicket, ticketsApiAs } from "../support/people/api-as.ts";
import { subjectLinks } from "../support/page/locators.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const rail = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const chips = (page: Page) => rail(page).locator(".tag-chip");
const find = (page: Page) => page.getByRole("combobox", { name: "Find or create a tag" });
const lower = (word: string) => word.toLowerCase();

test("an agent tags a ticket by keyboard, finds it by the filter, and sends the link to a colleague", async ({
  page,
  browser,
  request,
}) => {
  const word = lower(freshWord());
  const [maren] = [await ticketsApiAs(request, "maren")];
  const { id } = await maren.create({ subject: `Tagged ${word}` });
  await maren.create({ subject: `Other ${word}` });
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(rail(page).getByText("Tags", { exact: true })).toBeVisible();
  await page.keyboard.press("t");
  await expect(find(page)).toBeFocused();
  for (const [typed, why] of [
    ["🔥", "A tag is made of letters, digits and dashes"],
    ["None", "“none” stands for tickets without a tag: choose another name"],
    [word.repeat(10), "A tag has at most 40 characters"],
  ] as const) {
    await find(page).fill(typed);
    await expect(page.getByRole("dialog").getByText(why)).toBeVisible();
  }
  await find(page).fill("");
  await page.keyboard.type(`VPN ${word}`);
  await expect(page.getByRole("option", { name: `Create tag “vpn-${word}”` })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type(`second ${word}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(chips(page)).toHaveText([`second-${word}`, `vpn-${word}`]);
  await expect(page.getByRole("button", { name: "Add tag" })).toBeFocused();
  await page.keyboard.press("t");
  await expect(find(page)).toBeFocused();
  await page.keyboard.type(`second-${word}`);
  await expect(page.getByRole("option", { name: `second-${word}` })).toHaveAttribute("aria-checked", "true");
  // It is shown before the server has it: leaving then would take it back.
  const isKept = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/tickets/tags") && Boolean(answer.request().postData()?.includes("remove_tags")),
  );
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(chips(page)).toHaveText([`vpn-${word}`]);
  await isKept;

  await page.goto("/tickets");
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("button", { name: "Tags" }).click();
  await page.getByRole("combobox", { name: "Find a tag" }).fill(`vpn-${word}`);
  await page.getByRole("option", { name: `vpn-${word}` }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(subjectLinks(page)).toHaveText([`Tagged ${word}`]);
  await expect(page).toHaveURL(`/tickets?tag=vpn-${word}`);
  await expect(page.getByRole("button", { name: `Remove filter Tag: vpn-${word}` })).toBeVisible();
  await expect(page.locator("td.column-tags .tag-chip")).toHaveText([`vpn-${word}`]);

  const lena = await openPageAs(browser, "lena", page.url().replace(/^https?:\/\/[^/]+/, ""));
  await expect(subjectLinks(lena)).toHaveText([new RegExp(`^Tagged ${word}`)]);
  await lena.goto(`/tickets?tag=unheard-${word}`);
  await expect(
    lena.getByRole("button", { name: `Remove filter No such tag: unheard-${word}` }),
  ).toBeVisible();
  await expect(lena.getByText("No tickets found")).toBeVisible();
  await lena.context().close();
});

test("many tickets are tagged at once, what some have is marked, and one click undoes it", async ({
  page,
  request,
}) => {
  const word = lower(freshWord());
  const maren = await ticketsApiAs(request, "maren");
  const call = await callAs(request, "maren");
  const first = await maren.create({ subject: `One ${word}` });
  await maren.create({ subject: `Two ${word}` });
  await call("PUT", `/tickets/${first.id}/tags`, { tags: [`some-${word}`] });
  await signIn(page, "idris", `/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(2);
  for (const key of ["j", "x", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible();
  await page.keyboard.press("t");
  await expect(find(page)).toBeFocused();
  await page.keyboard.type(`some-${word}`);
  const option = page.getByRole("option", { name: `some-${word}` });
  await expect(option).toHaveAttribute("aria-checked", "mixed");
  await page.keyboard.press("Enter");
  await expect(page.locator("td.column-tags .tag-chip")).toHaveText([`some-${word}`, `some-${word}`]);
  await expect(page.getByText("Tags of 2 tickets changed")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("td.column-tags .tag-chip")).toHaveText([`some-${word}`]);
});

test("a lead renames, merges with a look at how many tickets, and takes it back", async ({
  page,
  request,
}) => {
  // In front: the order of the two does not hang on its letters.
  const word = lower(freshWord());
  const call = await callAs(request, "idris");
  const [one, two] = [await createTicket(call, `A ${word}`), await createTicket(call, `B ${word}`)];
  await call("PUT", `/tickets/${one}/tags`, { tags: [`${word}-vpn-issue`] });
  await call("PUT", `/tickets/${two}/tags`, { tags: [`${word}-vpn`] });
  await signIn(page, "lena", "/settings/tags");
  await page.getByRole("textbox", { name: "Find a tag" }).fill(word);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveText([/^\w+-vpn1 ticket$/, /^\w+-vpn-issue1 ticket$/]);
  await page.getByRole("button", { name: `Actions for ${word}-vpn-issue` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Tag" }).fill(`${word} VPN`);
  await page.getByRole("button", { name: "Rename Tag" }).click();
  const merge = page.getByRole("dialog", { name: "Merge tags" });
  await expect(merge.getByText(`“${word}-vpn” exists: merge 1 ticket into it?`)).toBeVisible();
  await merge.getByRole("button", { name: "Merge Tags" }).click();
  await expect(rows).toHaveText([new RegExp(`^${word}-vpnalso: ${word}-vpn-issue2 tickets$`)]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveText([/^\w+-vpn1 ticket$/, /^\w+-vpn-issue1 ticket$/]);
  await page.getByRole("button", { name: `Actions for ${word}-vpn`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete tag" }).click();
  await page.getByRole("button", { name: "Delete tag from 1 ticket" }).click();
  await expect(rows).toHaveText([/^\w+-vpn-issue1 ticket$/]);
});

test("what a colleague does to a tag shows on the open ticket and in the open list", async ({
  page,
  browser,
  request,
}) => {
  const word = lower(freshWord());
  const call = await callAs(request, "maren");
  const id = await createTicket(call, `Live ${word}`);
  await call("PUT", `/tickets/${id}/tags`, { tags: [`before-${word}`] });
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(chips(page)).toHaveText([`before-${word}`]);
  const lena = await openPageAs(browser, "lena", `/tickets?search=${word}`);
  await expect(lena.locator("td.column-tags .tag-chip")).toHaveText([`before-${word}`]);
  const { body } = await call("GET", `/tags?search=before-${word}`);
  const [tag] = Array.isArray(body["items"]) ? body["items"] : [];
  await call("PATCH", `/tags/${tag.id}`, { name: `after-${word}` });
  await expect(chips(page)).toHaveText([`after-${word}`]);
  await expect(lena.locator("td.column-tags .tag-chip")).toHaveText([`after-${word}`]);
  await lena.context().close();
});

test("a client sees nothing of tags: not on the ticket, in the list, its filters, keys or settings", async ({
  page,
  request,
}) => {
  const word = lower(freshWord());
  const [tomas, idris] = [await callAs(request, "tomas"), await callAs(request, "idris")];
  const id = await createTicket(tomas, `Mine ${word}`);
  await idris("PUT", `/tickets/${id}/tags`, { tags: [`secret-${word}`] });
  await signIn(page, "tomas", `/tickets/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: `Mine ${word}` })).toBeVisible();
  await page.keyboard.press("t");
  await expect(find(page)).toHaveCount(0);
  await expect(page.getByText(`secret-${word}`)).toHaveCount(0);
  await expect(page.getByText("Tags", { exact: true })).toHaveCount(0);
  // An address that staff have sent shows the list as it is without the tag.
  await page.goto(`/tickets?search=${word}&tag=secret-${word}`);
  await expect(subjectLinks(page)).toHaveText([`Mine ${word}`]);
  await expect(page.getByRole("columnheader", { name: "Tags" })).toHaveCount(0);
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(page.getByRole("dialog", { name: "More filters" }).getByText("Tags")).toHaveCount(0);
  await page.goto("/settings/tags");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Find a tag" })).toHaveCount(0);
  expect((await tomas("GET", "/tags")).status).toBe(403);
  expect(JSON.stringify((await tomas("GET", `/tickets/${id}`)).body)).not.toContain("tag");
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a ticket is tagged with a finger, and the words wrap", async ({ page, request }) => {
    const word = lower(freshWord());
    const call = await callAs(request, "maren");
    const id = await createTicket(call, `Phone ${word}`);
    await call("PUT", `/tickets/${id}/tags`, {
      tags: ["one", "two", "three", "four"].map((n) => `${n}-${word}`),
    });
    await signIn(page, "idris", `/tickets/${id}`);
    await page.getByRole("button", { name: "Add tag" }).tap();
    await find(page).fill(`five-${word}`);
    await page.getByRole("option", { name: `Create tag “five-${word}”` }).tap();
    await expect(chips(page)).toHaveCount(5);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});

for (const [device, viewport] of DEVICES)
  test(`axe finds nothing wrong with tags ${device}, in light and dark`, async ({ page, request }) => {
    const word = lower(freshWord());
    const call = await callAs(request, "maren");
    const id = await createTicket(call, `Axe ${word}`);
    await call("PUT", `/tickets/${id}/tags`, { tags: [`axe-${word}`, `axe-two-${word}`] });
    await page.setViewportSize(viewport);
    await signIn(page, "lena", `/tickets/${id}`);
    await page.getByRole("button", { name: "Add tag" }).click();
    await expect(page.getByRole("option", { name: `axe-${word}` })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.goto("/settings/tags");
    await expect(page.getByText("firmware", { exact: true })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`/tickets?tag=axe-${word}`);
    await expect(subjectLinks(page)).toHaveCount(1);
    expect(await findViolations(page)).toEqual([]);
  });
