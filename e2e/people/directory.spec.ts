import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import {
  chooseRowAction,
  inviteAndAccept,
  createOwnCompany,
  rowOf,
} from "../support/people/invited-people.ts";

/** Presses Tab until the control has the focus; a keyboard finds everything within this many steps. */
async function tabTo(page: Page, name: string, steps = 60): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const focused = page.locator(":focus");
    if ((await focused.count()) > 0 && (await accessibleName(page)) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} was not reached with Tab`);
}

function accessibleName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "").trim();
  });
}

test("an administrator edits, deletes and restores a company, and is told whom it concerns", async ({
  page,
  request,
}) => {
  test.slow();
  const maren = await callAs(request, "maren");
  const company = uniqueName("Gannet Rope");
  const companyId = await createOwnCompany(maren, company);
  const rope = await inviteAndAccept(maren, "Nils Tau", { role: "Client", companyId });
  await signIn(page, "maren", `/companies?search=${encodeURIComponent(company)}`);
  await expect(rowOf(page, company).getByRole("cell").nth(2)).toHaveText("-");
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole("button", { name: `Edit ${company}` }).click();
  const edit = page.getByRole("dialog", { name: "Edit Company" });
  await expect(edit.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  await edit.getByLabel("Contact Email").fill("it@gannet.example");
  await edit.getByLabel("Contact Phone").fill("+44 20 7946 0001");
  await edit.getByRole("switch", { name: "Active" }).uncheck();
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Company updated successfully")).toBeVisible();
  await expect(rowOf(page, company)).toContainText("Inactive");
  await expect(rowOf(page, company).getByRole("cell").nth(2)).toHaveText("it@gannet.example+44 20 7946 0001");

  await page.getByRole("button", { name: `Delete ${company}` }).click();
  const confirm = page.getByRole("dialog", { name: "Delete company" });
  await expect(confirm).toContainText(`This will soft-delete ${company}: 1 user can no longer sign in`);
  await confirm.getByRole("button", { name: "Delete Company" }).click();
  await expect(toastOf(page, "Company deleted successfully")).toBeVisible();
  await expect(page.getByText("No companies found")).toBeVisible();
  const refused = await request.post("/api/auth/login", {
    data: { email: rope.email, password: rope.password },
  });
  expect(refused.status()).toBe(401);

  await page.getByRole("combobox", { name: "Shown companies" }).click();
  await page.getByRole("option", { name: "Deleted companies" }).click();
  await page.getByRole("button", { name: `Restore ${company}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore Company" }).click();
  await expect(toastOf(page, "Company restored successfully")).toBeVisible();
});

test("a refused company keeps the dialog and what was typed", async ({ page, request }) => {
  const maren = await callAs(request, "maren");
  const company = uniqueName("Gannet Rope");
  await createOwnCompany(maren, company);
  await signIn(page, "maren", "/companies");
  await page.getByRole("button", { name: "New Company" }).click();
  const dialog = page.getByRole("dialog", { name: "New Company" });
  await dialog.getByLabel("Name", { exact: true }).fill(company.toUpperCase());
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await expect(toastOf(page, "A company with this name already exists")).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(company.toUpperCase());
  await page.route("**/api/companies", (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole("button", { name: "Create Company" }).click();
  await expect(toastOf(page, "Failed to create company")).toBeVisible();
});

test("an administrator edits, deletes and restores a client", async ({ page, request }) => {
  test.slow();
  const maren = await callAs(request, "maren");
  const company = uniqueName("Gannet Rope");
  const companyId = await createOwnCompany(maren, company);
  const nils = await inviteAndAccept(maren, "Nils Tau", { role: "Client", companyId });
  await signIn(page, "maren", `/clients?search=${encodeURIComponent(nils.email)}`);
  await page.getByRole("button", { name: "Edit Nils Tau" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Client" });
  await edit.getByLabel("Email", { exact: true }).fill("");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(edit.getByText("Email is required")).toBeVisible();
  await edit.getByLabel("Email", { exact: true }).fill("client@kestrel.example");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Failed to update client: A user with this email already exists")).toBeVisible();
  await edit.getByLabel("Email", { exact: true }).fill(nils.email);
  await edit.getByLabel("City").fill("Hull");
  await edit.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOf(page, "Client updated successfully")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Edit Nils Tau" }).click();
  await expect(edit.getByRole("combobox", { name: "Language" })).toHaveText("Deutsch");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Delete Nils Tau" }).click();
  const sure = page.getByRole("dialog", { name: "Delete client" });
  await expect(sure).toContainText("Are you sure you want to delete Nils Tau?");
  await sure.getByRole("button", { name: "Delete Client" }).click();
  await expect(toastOf(page, "Client deleted successfully")).toBeVisible();
  await expect(rowOf(page, nils.email)).toHaveClass(/is-deleted/);
  await expect(page.getByRole("button", { name: "Edit Nils Tau" })).toBeDisabled();
  await page.getByRole("button", { name: "Restore Nils Tau" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore Client" }).click();
  await expect(toastOf(page, "Client restored successfully")).toBeVisible();
});

test("a company is added with the keyboard alone", async ({ page }) => {
  test.slow();
  const company = uniqueName("Avocet Type");
  await signIn(page, "maren", "/companies");
  await expect(page.getByRole("table", { name: "Companies" })).toBeVisible();
  await tabTo(page, "New Company");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type(company);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Company created successfully")).toBeVisible();
  await expect(page.getByRole("button", { name: "New Company" })).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type(company);
  // Until the others are gone there are more steps, and the row that has the focus may be taken away.
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(rowOf(page, company)).toBeVisible();
  await tabTo(page, `Delete ${company}`);
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("dialog", { name: "Delete company" });
  await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(confirm).toBeHidden();
  await expect(page.getByRole("button", { name: `Delete ${company}` })).toBeFocused();
});

test("on a phone a row's acts stand behind one button", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "maren", "/clients?search=tomas");
  await chooseRowAction(page, "Tomás Aguilar", "Edit client");
  await expect(page.getByRole("dialog", { name: "Edit Client" })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await chooseRowAction(page, "Tomás Aguilar", "Manage roles");
  await expect(page.getByRole("heading", { name: "Manage Roles" })).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
});

for (const width of [1440, 390]) {
  test(`every directory is downloaded as CSV, as it is searched, in a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const download = async (address: string) => {
      await page.goto(address);
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      const file = await saved;
      const text = await readFile(await file.path(), "utf8");
      return { name: file.suggestedFilename(), lines: text.trim().split("\r\n") };
    };
    await signIn(page, "maren");

    const users = await download("/users?search=Fischer");
    expect(users.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
    expect(users.lines).toEqual([
      expect.stringMatching(/^name,email,type,/),
      expect.stringMatching(/^Lena Fischer,lead@waypost\.example,internal,/),
    ]);
    await expect(toastOf(page, "Exported 1 row")).toBeVisible();

    const clients = await download("/clients?search=aguilar");
    expect(clients.name).toMatch(/^clients-/);
    expect(clients.lines[1]).toMatch(/^Tomás Aguilar,client@kestrel\.example,external,Kestrel Logistics,/);

    const companies = await download("/companies?search=Kestrel");
    expect(companies.name).toMatch(/^companies-/);
    expect(companies.lines[1]).toMatch(/^Kestrel Logistics,/);
  });
}

test("the button beside the field for a further domain is as high as the field", async ({ page }) => {
  await signIn(page, "maren", "/companies");
  await page.getByRole("button", { name: /Edit/ }).first().click();
  const fields = page.getByRole("group", { name: "Mail domains" });
  const placeOf = async (role: "textbox" | "button", name: string) => {
    const box = await fields.getByRole(role, { name }).boundingBox();
    return [box?.y, box?.height];
  };
  // The window grows when it opens.
  await expect
    .poll(async () => {
      const [field, button] = [await placeOf("textbox", "Further domain"), await placeOf("button", "Add")];
      return field.join() === button.join();
    })
    .toBe(true);
});
