import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** Signs in as one of the demo's people, waits for the dashboard and puts the greeting away. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const greeting = page.getByRole("listitem").filter({ hasText: "Welcome back!" });
  await greeting.getByRole("button").click();
  await expect(greeting).toHaveCount(0);
}

/** What axe finds wrong on the page as it stands, as "rule: element"; nothing that moves is judged half way. */
export async function axeFinds(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      return endless || animation.playState !== "running";
    }),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Raises an unassigned ticket of its own for a story, in the name of one of the demo's people; answers its uid. */
export async function raiseTicket(
  request: APIRequestContext,
  email: string,
  subject: string,
): Promise<string> {
  const session = await request.post("/api/auth/login", { data: { email, password: "waypost-demo" } });
  const { access_token: token } = await session.json();
  const raised = await request.post("/api/tickets", {
    headers: { authorization: `Bearer ${token}` },
    data: { subject, issue: "As it says above." },
  });
  expect(raised.status()).toBe(201);
  return (await raised.json()).ticket.uid;
}
