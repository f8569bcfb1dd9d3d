import { expect, type Page } from "@playwright/test";
import { type Call, callAs, createTicket } from "../support/people/api-as.ts";
import { inviteAndAccept, signInAs } from "../support/people/invited-people.ts";
import { signIn } from "../support/people/people.ts";
import { toastOf } from "../support/page/locators.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

test("somebody works in German, from the settings to the sign-in page and the mail, and back", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const maren = await callAs(request, "maren");
  const uwe = await inviteAndAccept(maren, "Uwe Kern", { role: "support_specialist" });
  await signInAs(page, uwe);
  await page.goto("/settings");

  await test.step("asks first when words would be lost", async () => {
    await page.getByLabel("City").fill("Bergen");
    await choose(page, "Language", "Deutsch");
    const question = page.getByRole("dialog", { name: "Change the language?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByLabel("City")).toHaveValue("Bergen");
  });

  await test.step("switches at once when nothing would", async () => {
    await page.reload();
    await choose(page, "Language", "Deutsch");
    await expect(page.getByRole("heading", { level: 1, name: "Einstellungen" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
  });

  await test.step("reads list and ticket in German", async () => {
    await page.getByRole("link", { name: "Tickets", exact: true }).first().click();
    await expect(page.getByRole("columnheader", { name: "Betreff" })).toBeVisible();
    await page.getByRole("link", { name: "Neues Ticket" }).first().click();
    const subject = uniqueName("Drucker druckt leere Seiten");
    await page.getByLabel("Betreff").fill(subject);
    await page.getByLabel("Problem").fill("Seit heute Morgen.");
    await page.getByRole("button", { name: "Ticket erstellen" }).click();
    await expect(toastOf(page, "Das Ticket wurde erstellt")).toBeVisible();
    await expect(seen(page, "Nicht zugewiesen")).toBeVisible();
    await expect(seen(page, "Offen")).toBeVisible();
    const today = new Intl.DateTimeFormat("de-DE", { month: "short", day: "numeric", year: "numeric" });
    await expect(seen(page, today.format(new Date()))).toBeVisible();
  });

  await test.step("is refused in German, by the form and by the server", async () => {
    await page.goto("/settings");
    await page.getByLabel("Neue E-Mail-Adresse").fill("niemand");
    await page.getByLabel("Aktuelles Passwort").last().fill("falsch");
    await page.getByRole("button", { name: "E-Mail-Adresse ändern" }).click();
    await expect(page.getByText("Diese E-Mail-Adresse ist ungültig")).toBeVisible();
    await page.getByLabel("Neue E-Mail-Adresse").fill(`${crypto.randomUUID()}@waypost.example`);
    await page.getByRole("button", { name: "E-Mail-Adresse ändern" }).click();
    await expect(seen(page, "Das aktuelle Passwort ist falsch")).toBeVisible();
  });

  await test.step("signs out and finds the sign-in page in German", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Abmelden" }).first().click();
    await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.getByLabel("E-Mail").fill(uwe.email);
    await page.getByLabel("Passwort", { exact: true }).fill(uwe.password);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Übersicht" })).toBeVisible();
  });

  await test.step("gets mail in German, and the page too in a browser where nobody has chosen", async () => {
    const subject = uniqueName("Der Plotter steht");
    await createTicket(maren, subject, { assignee_id: uwe.id });
    await expect(async () => {
      const mail = await mailTo(maren, uwe.email, subject);
      expect(mail.text).toContain("Hallo Uwe Kern,");
      expect(mail.text).toContain("ist Ihnen zugewiesen.");
      expect(mail.html).toContain('<html lang="de">');
    }).toPass();
    const elsewhere = await (await browser.newContext()).newPage();
    await signInAs(elsewhere, uwe);
    await expect(elsewhere.getByRole("heading", { level: 1, name: "Übersicht" })).toBeVisible();
  });

  await test.step("goes back to English", async () => {
    await page.goto("/settings");
    await choose(page, "Sprache", "English");
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});

test("a failure without a sentence of the server has no English word in it", async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: "language", value: "de", url: baseURL ?? "" }]);
  await signIn(page, "maren", "/clients?search=client%40kestrel.example");
  await page.route("**/api/users/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.getByRole("button", { name: "Tomás Aguilar löschen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Kunden löschen" }).click();
  await expect(page.locator(".toast")).toHaveText(
    "Der Kunde konnte nicht gelöscht werden: Es ist ein Fehler aufgetreten",
  );
});

async function choose(page: Page, label: string, language: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: language }).click();
}

/** The first place that shows these words; menus hold others for narrower windows. */
function seen(page: Page, words: string) {
  return page.getByText(words).filter({ visible: true }).first();
}

/** The captured mail to somebody about a subject. */
async function mailTo(maren: Call, email: string, subject: string): Promise<Record<string, unknown>> {
  const { body } = await maren("GET", "/mail/captured");
  const items = Array.isArray(body["items"]) ? body["items"] : [];
  return items.find((mail) => mail.to === email && String(mail.subject).includes(subject)) ?? {};
}
