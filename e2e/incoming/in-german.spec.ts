import { type Browser, expect, type Page } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { mailReader, mailRow } from "../support/page/incoming-page.ts";
import { findCutWords } from "../support/page/page-checks.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { DEVICES, measureOverflow } from "../support/browser/viewports.ts";

/** A browser in which somebody chose German. */
async function openInGerman(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: "language", value: "de", url: test.info().project.use.baseURL ?? "" }]);
  return context.newPage();
}

/** All of what is written fits, whatever German makes of it. */
async function expectFit(page: Page): Promise<void> {
  await expect(page.locator(".skeleton:visible")).toHaveCount(0);
  expect(await findCutWords(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findAxeViolations(page)).toEqual([]);
}

for (const [place, viewport] of DEVICES) {
  test(`somebody reads what is held in German ${place}, and every form about it`, async ({ browser }) => {
    test.slow();
    const page = await openInGerman(browser, viewport);
    await signIn(page, "maren", "/incoming");
    await expect(page.getByRole("heading", { level: 1, name: "Eingehende Mails" })).toBeVisible();
    await expect(page.getByText("Niemand mit dieser Adresse ist bekannt").first()).toBeVisible();
    await expectFit(page);
    await mailRow(page, "Sofia Lindgren").click();
    await expect(mailReader(page)).toContainText("Absender nicht belegt");
    await expectFit(page);
    for (const [key, form, act] of [
      ["m", "Kontakt anlegen", "Kontakt und Ticket anlegen"],
      ["t", "Ticket anlegen", "Ticket anlegen"],
      ["n", "An Ticket anfügen", "An Ticket anfügen"],
      ["w", "Das ist …", "Das ist diese Person"],
    ] as const) {
      await page.keyboard.press(key);
      const shown = page.getByRole("form", { name: form });
      await expect(shown.getByRole("button", { name: act, exact: true })).toBeVisible();
      await expectFit(page);
      await page.keyboard.press("Escape");
      await expect(shown).toHaveCount(0);
    }
    await page.keyboard.press("b");
    await expect(page.getByRole("button", { name: "Nur sofia.lindgren@kestrel.example" })).toBeVisible();
    await expectFit(page);
    await page.goto("/incoming?state=failed");
    await page.getByRole("list", { name: "Mails" }).getByRole("link").first().click();
    await expect(mailReader(page).getByRole("button", { name: "Noch einmal versuchen" })).toBeVisible();
    await expectFit(page);
  });

  test(`somebody looks after mail in German ${place}`, async ({ browser }) => {
    test.slow();
    const page = await openInGerman(browser, viewport);
    await signIn(page, "maren", "/settings/mail");
    for (const card of ["Postfächer", "Regeln", "Eingang", "Mail"])
      await expect(page.getByRole("region", { name: card, exact: true })).toBeVisible();
    await expectFit(page);
    await page.getByRole("button", { name: "Gesperrte Absender" }).click();
    await expect(page.getByRole("dialog", { name: "Gesperrte Absender" })).toContainText(
      "Niemand ist gesperrt",
    );
    await expectFit(page);
    await page.goto("/settings/mail/mailboxes/new");
    for (const kind of ["Microsoft 365", "Gmail", "IMAP", "Empfang"]) {
      await page.getByRole("combobox", { name: "Art" }).click();
      await page.getByRole("option", { name: kind, exact: true }).click();
      await expect(page.getByRole("button", { name: "Postfach hinzufügen" })).toBeVisible();
      await expectFit(page);
    }
  });
}
