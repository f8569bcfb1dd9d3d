import { type Browser, expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { subjectLinks } from "../support/page/locators.ts";
import { findCutWords, findHorizontalOverflow, findViolations } from "../support/page/page-checks.ts";
import { signIn } from "../support/people/people.ts";
import { answerBox, chipsOf, pickerOf, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("the list is docked above the keyboard, as wide as the window, and chips wrap", async ({
    page,
    request,
  }) => {
    const word = freshWord();
    await saveReply(await callAs(request, "lena"), `${word} on the way`, {
      en: "Hello {{client.first_name}}, bring {{ask: the laptop}}.",
      effects: {
        status: "on_hold",
        priority: "high",
        follow_up: { in_days: 2, at: "09:00" },
        add_tags: ["one-long-tag", "another-long-tag"],
        checklist: ["Order", "Install"],
      },
    });
    const id = await createTicket(await callAs(request, "tomas"), `Phone ${word}`);
    await signIn(page, "idris", `/tickets/${id}`);
    await page.getByRole("button", { name: "Saved replies" }).tap();
    await expect(answerBox(page)).toBeFocused();
    await page.keyboard.type(word);
    await waitForFirst(page, `${word} on the way`);
    await expect(pickerOf(page)).toContainText("Hello Tomás");
    const place = await pickerOf(page).boundingBox();
    expect(place?.x).toBeLessThanOrEqual(8);
    expect(place?.width).toBeGreaterThanOrEqual(PHONE.width - 16);
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
    await pickerOf(page)
      .getByRole("option", { name: new RegExp(word) })
      .tap();
    await expect(answerBox(page)).toHaveValue("Hello Tomás, bring {{ask: the laptop}}.");
    await expect(chipsOf(page)).toHaveCount(6);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Do not: High" }).tap();
    await expect(chipsOf(page)).toHaveCount(5);
  });
});

for (const [device, viewport] of DEVICES)
  test(`somebody answers, fills in and keeps replies in German ${device}`, async ({ browser, request }) => {
    const word = freshWord();
    await saveReply(await callAs(request, "lena"), `${word} Makro`, {
      de: "Guten Tag {{client.first_name|zusammen}}, {{ask: Bestellnummer}} ist da.",
      effects: { status: "pending", follow_up: { in_days: 2, at: "09:00" } },
    });
    const id = await createTicket(await callAs(request, "tomas"), `Deutsch ${word}`);
    const page = await germanPage(browser, viewport);
    await signIn(page, "idris", `/tickets/${id}`);
    const box = page.getByRole("textbox", { name: /^Kommentar/ }).last();
    await box.pressSequentially(`;${word}`);
    await waitForFirst(page, `${word} Makro`);
    await expect(pickerOf(page)).toContainText("Für alle");
    await page.keyboard.press("Enter");
    await expect(
      page.getByText("Füllen Sie zuerst die markierten Stellen aus: Bestellnummer."),
    ).toBeVisible();
    await expect(chipsOf(page).last()).toContainText("Wiedervorlage");
    expect(await findCutWords(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    await page.goto("/settings/replies");
    await expect(page.getByRole("heading", { level: 2, name: "Textbausteine" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Neuer Textbaustein" })).toBeVisible();
    await expect(page.getByRole("row").first()).toBeAttached();
    expect(await findCutWords(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    await page.context().close();
  });

async function germanPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: "language", value: "de", url: test.info().project.use.baseURL ?? "" }]);
  return context.newPage();
}

for (const [device, viewport] of DEVICES)
  test(`axe finds nothing wrong with saved replies ${device}, in light and dark`, async ({
    page,
    request,
  }) => {
    test.slow();
    const word = freshWord();
    const tomas = await callAs(request, "tomas");
    await saveReply(await callAs(request, "lena"), `${word} axe`, {
      en: "Hello {{client.first_name}}, bring {{ask: the laptop}}.",
      de: "Guten Tag",
      effects: { status: "pending", assignee: "me", add_tags: ["vpn"] },
    });
    const id = await createTicket(tomas, `Axe ${word}`);
    await page.setViewportSize(viewport);
    await signIn(page, "lena", `/tickets/${id}`);
    await answerBox(page).pressSequentially(`;${word}`);
    await waitForFirst(page, `${word} axe`);
    await expect(pickerOf(page)).toContainText("Hello Tomás");
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(chipsOf(page)).toHaveCount(3);
    await page.keyboard.press("Tab");
    await expect(page.locator(".behind-text mark.is-chosen")).toHaveCount(1);
    expect(await findViolations(page)).toEqual([]);
    await page.goto("/settings/replies");
    await page.getByRole("textbox", { name: "Find a saved reply…" }).fill(word);
    // Until the others are gone the row moves, also away from a pointer that is about to press.
    await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
    await page.getByRole("button", { name: `${word} axe`, exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Text in English" })).toBeVisible();
    await expect(page.getByRole("region", { name: /^Preview with/ })).toContainText("Hello");
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`/tickets?search=${word}`);
    await expect(subjectLinks(page)).toHaveCount(1);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press(";");
    await page.getByRole("combobox", { name: "Find a saved reply…" }).fill(word);
    await expect(page.getByRole("option")).toHaveCount(1);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByLabel("the laptop")).toBeVisible();
    await page.getByRole("dialog").getByLabel("the laptop").fill("it");
    await expect(page.getByRole("button", { name: "Apply to 1 ticket" })).toBeEnabled();
    expect(await findViolations(page)).toEqual([]);
  });
