import { expect } from "@playwright/test";
import { ticketsApiAs } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

/** "Create and edit selects offer open, pending, closed, on_hold." */
const OFFERED = ["Open", "Pending", "Closed", "On Hold"];

test("the edit select keeps its order, and has a status that it does not offer first while the ticket has it", async ({
  page,
  request,
}) => {
  const tickets = await ticketsApiAs(request, "idris");
  const { id } = await tickets.create({ subject: "Label printer prints twice" });
  await signIn(page, "idris");
  for (const [status, options] of [
    ["open", OFFERED],
    ["pending", OFFERED],
    ["on_hold", OFFERED],
    ["in_progress", ["In Progress", ...OFFERED]],
  ] as const) {
    await tickets.change(id, { status });
    await page.goto(`/tickets/${id}/edit`);
    await page.getByRole("combobox", { name: "Status" }).click();
    await expect(page.getByRole("option")).toHaveText([...options]);
    await page.keyboard.press("Escape");
  }
});
