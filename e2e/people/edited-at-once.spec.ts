import { expect } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { chooseRowAction, createOwnCompany, inviteAndAccept } from "../support/people/invited-people.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";

const PLACES = [
  { place: "/users", field: "City", write: "city", read: "state" },
  { place: "/clients", field: "City", write: "city", read: "state" },
  { place: "/companies", field: "Description", write: "description", read: "contact_phone" },
] as const;

for (const { place, field, write, read } of PLACES)
  test(`of two who edit one of ${place} at once the second reads so, and loses no word to the first`, async ({
    page,
    request,
  }) => {
    const maren = await callAs(request, "maren");
    const name = uniqueName("Twice Edited");
    const company = await createOwnCompany(maren, name);
    const role = place === "/users" ? { role: "support_specialist" } : { role: "Client", companyId: company };
    const person = place === "/companies" ? null : await inviteAndAccept(maren, name, role);
    const path = person ? `/users/${person.id}` : `/companies/${company}`;
    await signIn(page, "maren", `${place}?search=${encodeURIComponent(name)}`);
    if (place === "/users") await chooseRowAction(page, name, "Edit");
    else await page.getByRole("button", { name: `Edit ${name}` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(field).fill("Typed meanwhile");
    expect((await maren("PATCH", path, { [read]: "+44 20 7946 0011" })).status).toBe(200);
    await expect(dialog.getByText("Somebody has saved other values meanwhile")).toBeVisible();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.locator(".toast.error")).toContainText("Somebody else changed this in the meantime");
    await expect(dialog.getByLabel(field)).toHaveValue("Typed meanwhile");
    await dialog.getByRole("button", { name: "Show theirs" }).click();
    await dialog.getByLabel(field).fill("Typed meanwhile");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog).toBeHidden();
    expect((await maren("GET", path)).body).toMatchObject({
      [write]: "Typed meanwhile",
      [read]: "+44 20 7946 0011",
    });
  });
