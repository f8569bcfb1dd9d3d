import { expect } from "@playwright/test";
import { findAxeViolations } from "../support/page/axe.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";

/** One import is worked at a time, and whoever comes second is told so: these have a desk of their own, one after the other. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  desk = await startOwnServer();
});
test.afterAll(() => desk.end());

/** A spreadsheet of another product: a title, German names, semicolons, Windows letters, rows without any value. */
function spreadsheet(word: string) {
  const rows = Array.from({ length: 12 }, (_, index) =>
    [
      `HD-${index}`,
      `${word} printer ${index}`,
      `Printer ${index} of M\u00fcller is stuck`,
      index % 2 === 0 ? "Erledigt" : "Parked",
      index % 3 === 0 ? "B. Former" : "Idris Okafor",
      `${word}${index % 3}@harbor.example`,
      `${word} Works`,
      `${13 + index}-02-2016 01:16`,
    ].join(";"),
  );
  const header = "Nummer;Betreff;Beschreibung;Zustand;Bearbeiter;E-Mail;Firma;Erstellt am";
  const lines = [
    "Exported tickets;;;;;;;",
    "",
    header,
    ...rows,
    ...Array.from({ length: 30 }, () => ";;;;;;;"),
  ];
  return { name: `${word}.csv`, mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n"), "latin1") };
}

test("an administrator brings a spreadsheet from the file to its tickets, and takes it back", async ({
  browser,
}) => {
  const word = freshWord();
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/import");
  await page.getByLabel("Choose a file").setInputFiles(spreadsheet(word));
  await expect(page.getByRole("heading", { level: 1, name: `${word}.csv` })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Line with the names of the columns" })).toContainText(
    "3: Nummer",
  );
  await expect(page.getByRole("combobox", { name: "Values are separated by" })).toContainText("Semicolons");
  await expect(page.getByRole("combobox", { name: "Encoding" })).toContainText("WINDOWS-1252");
  for (const [column, field] of [
    ["Nummer", "Old number"],
    ["Betreff", "Subject"],
    ["Zustand", "Status"],
    ["E-Mail", "Client"],
    ["Erstellt am", "Created"],
  ] as const)
    await expect(page.getByRole("combobox", { name: `What ${column} is` })).toContainText(field);

  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(
    page.getByText("4 tickets would be imported · 8 rows rejected · 30 rows empty", { exact: false }),
  ).toBeVisible();
  // Another line has other columns, and what was chosen before is there again with its own.
  const line = page.getByRole("combobox", { name: "Line with the names of the columns" });
  await line.click();
  await page.getByRole("option", { name: "1: Exported tickets" }).click();
  await expect(page.getByRole("combobox", { name: "What Exported tickets is" })).toContainText(
    "Not imported",
  );
  await line.click();
  await page.getByRole("option", { name: /^3: Nummer/ }).click();
  await expect(page.getByRole("combobox", { name: "What Zustand is" })).toContainText("Status");
  // Each value once; what the desk knows needs no word.
  await page.getByRole("combobox", { name: "What Parked means" }).click();
  await page.getByRole("option", { name: "On Hold" }).click();
  await page.getByRole("button", { name: "What B. Former means" }).click();
  await page.getByPlaceholder("Name on this desk").fill("Lena");
  await page.getByRole("option", { name: "Lena Fischer" }).click();
  await expect(page.getByText("Check again: something was changed since")).toBeVisible();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(
    page.getByText(/^12 tickets would be imported · 30 rows empty · 1 company added · 3 clients added$/),
  ).toBeVisible();
  const preview = page.getByRole("table", { name: "The first tickets" });
  await expect(preview.getByRole("row", { name: `${word} printer 1 On Hold` })).toBeVisible();

  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Import 12 tickets" }).click();
  await expect(page.getByText("12 tickets imported", { exact: false })).toBeVisible();
  await page.goto(`/tickets?search=${word}`);
  await expect(subjectLinks(page)).toHaveCount(12);
  await subjectLinks(page)
    .filter({ hasText: `${word} printer 3` })
    .click();
  await expect(page.getByText("HD-3", { exact: true })).toBeVisible();

  await page.goto("/import");
  await page.getByRole("link", { name: `${word}.csv` }).click();
  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("12 tickets in the trash")).toBeVisible();
  await page.goto(`/tickets?search=${word}`);
  await expect(page.getByText("No tickets found")).toBeVisible();
});

test("a page that is closed in the middle changes nothing, and the import waits with its choices", async ({
  browser,
}) => {
  const word = freshWord();
  const first = await browser.newPage({ baseURL: desk.address });
  await signIn(first, "maren", "/import");
  await first.getByLabel("Choose a file").setInputFiles(spreadsheet(word));
  await first.getByRole("combobox", { name: "What Firma is" }).click();
  await first.getByRole("option", { name: "Not imported" }).click();
  await first.getByRole("button", { name: "Check", exact: true }).click();
  await expect(first.getByText("8 rows rejected", { exact: false })).toBeVisible();
  await first.close();

  const second = await browser.newPage({ baseURL: desk.address });
  await signIn(second, "maren", `/tickets?search=${word}`);
  await expect(second.getByText("No tickets found")).toBeVisible();
  await second.goto("/import");
  await second.getByRole("link", { name: `${word}.csv` }).click();
  await expect(second.getByRole("combobox", { name: "What Firma is" })).toContainText("Not imported");
  await second.getByRole("button", { name: "Discard" }).click();
  await expect(second.getByText("Import discarded")).toBeVisible();
  await expect(second.getByRole("link", { name: `${word}.csv` })).toBeHidden();
});

test("a way to read the file that fails leaves the choices as they were, and says why", async ({
  browser,
}) => {
  const word = freshWord();
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/import");
  await page.getByLabel("Choose a file").setInputFiles(spreadsheet(word));
  const what = page.getByRole("combobox", { name: "What Zustand is" });
  await what.click();
  await page.getByRole("option", { name: "Priority" }).click();
  const delimiter = page.getByRole("combobox", { name: "Values are separated by" });
  await page.route("**/api/imports/*/table?*", (route) => route.fulfill({ status: 503, json: {} }));
  await delimiter.click();
  await page.getByRole("option", { name: "Tabs" }).click();
  await expect(toastOf(page, "Failed to load imports")).toBeVisible();
  await expect(delimiter).toContainText("Semicolons");
  await expect(what).toContainText("Priority");

  await page.unroute("**/api/imports/*/table?*");
  await delimiter.click();
  await page.getByRole("option", { name: "Commas" }).click();
  await expect(delimiter).toContainText("Commas");
});

test("who leaves the page while a file is on its way stays where the other work is", async ({ browser }) => {
  const word = freshWord();
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/import");
  const arrival = Promise.withResolvers<void>();
  await page.route("**/api/imports", async (route) => {
    if (route.request().method() === "POST") await arrival.promise;
    await route.continue();
  });
  await page.getByLabel("Choose a file").setInputFiles(spreadsheet(word));
  await expect(page.getByText(`Uploading ${word}.csv`)).toBeVisible();
  await page.getByRole("link", { name: "Companies" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Companies" })).toBeVisible();
  arrival.resolve();
  const said = toastOf(page, `${word}.csv is uploaded and waits to be checked`);
  await expect(said).toBeVisible();
  await expect(page).toHaveURL(/\/companies$/);
  await said.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${word}.csv` })).toBeVisible();
});

test("a file that cannot be read says why, and nobody but administrators finds the page", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/import");
  const broken = { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") };
  await page.getByLabel("Choose a file").setInputFiles(broken);
  await expect(
    page.getByText("The file is empty: its first line must name the columns", { exact: false }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/import$/);
  for (const name of ["idris", "priya"] as const) {
    const other = await browser.newPage({ baseURL: desk.address });
    await signIn(other, name, "/import");
    await expect(other.getByLabel("Choose a file")).toBeHidden();
    await expect(other.getByRole("heading", { level: 1, name: "Import" })).toBeHidden();
  }
});
