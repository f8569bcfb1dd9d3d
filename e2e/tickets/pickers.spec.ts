import { expect, type Page, type Request } from "@playwright/test";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";

test("'agent list limit 100', 'GET /groups (query page=1, page_size=100)': so the pickers of agents and teams ask", async ({
  page,
}) => {
  await signIn(page, "idris", "/tickets/new");
  const agents = nextQuery(page, "/api/tickets/assignable-users");
  await page.getByLabel("Assigned To").click();
  expect(await agents).toEqual({ per_page: "100" });
  await page.keyboard.press("Escape");
  const teams = nextQuery(page, "/api/groups");
  await page.getByLabel("Team").click();
  expect(await teams).toEqual({ page: "1", page_size: "100" });
});

test("the pickers of clients and companies search first, and show the first that match", async ({ page }) => {
  await signIn(page, "idris", "/tickets/new");
  await page.getByLabel("Client").click();
  const clients = nextQuery(page, "/api/users", "Helena");
  await page.getByPlaceholder("Find a client").fill("Helena");
  expect(await clients).toEqual({ search: "Helena", user_type: "external", per_page: "30" });
  await page.keyboard.press("Escape");
  await page.getByLabel("Company").click();
  const companies = nextQuery(page, "/api/companies", "Aster");
  await page.getByPlaceholder("Find a company").fill("Aster");
  expect(await companies).toEqual({ search: "Aster", active: "true", per_page: "30" });
});

/** The query of the next request to an address of the API with that search; one without may just have left. */
async function nextQuery(
  page: Page,
  path: string,
  search: string | null = null,
): Promise<Record<string, string>> {
  const isAsked = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    return pathname === path && searchParams.get("search") === search;
  };
  return Object.fromEntries(new URL((await page.waitForRequest(isAsked)).url()).searchParams);
}
