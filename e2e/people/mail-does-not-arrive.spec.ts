import { expect } from "@playwright/test";
import { callAs } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

test("whoever edits a person reads that mail does not arrive, and tries again", async ({ page, request }) => {
  const { body } = await (await callAs(request, "maren"))("GET", "/users?user_type=external&search=priya");
  const users = Array.isArray(body["users"]) ? body["users"] : [];
  const id = String(users.find((user) => user.fullname === "Priya Nair")?.id);
  // The demo has nobody whose mail came back and who may be spared: the answers stand in for that.
  let isMarked = true;
  await page.route(`**/api/users/${id}/mail-reach`, (route) =>
    route.fulfill({
      json: {
        address: "priya@kestrel.example",
        bounced: isMarked
          ? {
              since: "2026-11-20T08:14:00.000Z",
              reason: "mailbox unknown (5.1.1)",
              reset_asked_at: "2026-11-21T09:30:00.000Z",
            }
          : null,
      },
    }),
  );
  await signIn(page, "maren", `/clients/${id}/roles`);
  const line = page.getByText("Mail to priya@kestrel.example does not arrive: mailbox unknown (5.1.1).");
  await expect(line).toBeVisible();
  await expect(
    page.getByText("The link for a new password that was asked for on Nov 21, 2026"),
  ).toBeVisible();
  isMarked = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(toastOf(page, "Mail is sent there again")).toBeVisible();
  await expect(line).toHaveCount(0);
});
