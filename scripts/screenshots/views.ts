import type { Page } from "@playwright/test";

/** One picture: a page as somebody sees it, and what is opened over it first. */
export type View = {
  name: string;
  path: string;
  /** Runs before the page is asked for, such as holding back an answer. */
  before?: (page: Page) => Promise<unknown>;
  open?: (page: Page) => Promise<unknown>;
};
export const PEOPLE = {
  admin: "admin@waypost.example",
  "client-admin": "admin@kestrel.example",
  client: "client@kestrel.example",
} as const;
export type Who = keyof typeof PEOPLE;

const click =
  (role: "button" | "combobox" | "menuitem" | "checkbox" | "link" | "option", name: string | RegExp) =>
  (page: Page) =>
    page.getByRole(role, { name }).first().click();
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    await page.locator("h1").first().waitFor();
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    for (const key of keys) await page.keyboard.press(key);
  };
const firstTicket = (page: Page) => page.locator("a.strong").first().click();
const never = (pattern: string) => (page: Page) =>
  page.route(pattern, () => new Promise<void>(() => undefined));
const failing = (pattern: string) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 503, body: "" }));

const again = (page: Page) => page.getByRole("button", { name: "Try again" }).first().waitFor();

const typedReply = async (page: Page) => {
  await firstTicket(page);
  await page.getByRole("textbox", { name: "Write a comment" }).pressSequentially(";");
  await page.locator(".reply-preview").waitFor();
};
const chosenMacro = async (page: Page) => {
  await click("checkbox", /^Select WP-/)(page);
  await click("button", "Apply macro")(page);
  await click("option", /./)(page);
  await page.locator(".macro-tickets").waitFor();
};
const search = async (page: Page) => {
  await press("Control+k")(page);
  await page.getByRole("combobox", { name: "Command palette" }).fill("vpn");
  await page.getByRole("option", { name: /WP-/ }).first().waitFor();
};
const ofRow = (act: string) => async (page: Page) => {
  await click("button", /^Actions for/)(page);
  await click("menuitem", act)(page);
};
const rolesOf = async (page: Page) => {
  await click("button", /^Actions for/)(page);
  await click("menuitem", /roles/i)(page);
};

const receipt = async (page: Page) => {
  await firstTicket(page);
  await page.locator(".target-lines").waitFor();
  await page.keyboard.press("v");
  await page.locator(".clock-tabs").waitFor();
};

const SHARED: readonly View[] = [
  { name: "dashboard", path: "/dashboard" },
  { name: "tickets", path: "/tickets" },
  { name: "ticket", path: "/tickets?search=vpn", open: firstTicket },
  { name: "ticket-new", path: "/tickets/new" },
  { name: "ticket-new-errors", path: "/tickets/new", open: click("button", "Create Ticket") },
  { name: "settings", path: "/settings" },
  { name: "settings-profile", path: "/settings/profile" },
  { name: "not-found", path: "/no-such-page" },
];

/** The pictures of each person, in both themes and both widths. */
export const VIEWS: Readonly<Record<Who, readonly View[]>> = {
  admin: [
    ...SHARED,
    { name: "tickets-filter", path: "/tickets", open: click("combobox", "Status") },
    { name: "tickets-more-filters", path: "/tickets", open: click("button", "More filters") },
    { name: "tickets-selection", path: "/tickets", open: click("checkbox", /^Select WP-/) },
    { name: "tickets-empty", path: "/tickets?search=nothing-is-called-so" },
    { name: "tickets-loading", path: "/tickets", before: never("**/api/tickets?**") },
    { name: "tickets-error", path: "/tickets", before: failing("**/api/tickets?**"), open: again },
    { name: "ticket-missing", path: "/tickets/00000000-0000-4000-8000-000000000000" },
    { name: "tickets-overdue", path: "/tickets?sla=overdue&sort=due" },
    { name: "receipt", path: "/tickets?sla=overdue", open: receipt },
    { name: "reports", path: "/reports" },
    { name: "reports-verdicts", path: "/reports", open: click("button", /%/) },
    { name: "saved-reply", path: "/tickets?search=vpn", open: typedReply },
    { name: "settings-replies", path: "/settings/replies" },
    { name: "settings-reply-new", path: "/settings/replies?reply=new" },
    { name: "tickets-macro", path: "/tickets", open: chosenMacro },
    { name: "inbox", path: "/inbox" },
    { name: "inbox-empty", path: "/inbox?tab=done" },
    { name: "inbox-loading", path: "/inbox", before: never("**/api/inbox?**") },
    { name: "inbox-error", path: "/inbox", before: failing("**/api/inbox?**"), open: again },
    { name: "incoming", path: "/incoming" },
    { name: "incoming-failed", path: "/incoming?state=failed" },
    { name: "incoming-empty", path: "/incoming?state=spam" },
    { name: "incoming-loading", path: "/incoming", before: never("**/api/incoming?**") },
    { name: "incoming-error", path: "/incoming", before: failing("**/api/incoming?**"), open: again },
    { name: "incoming-original", path: "/incoming", open: click("button", "Original") },
    { name: "dashboard-error", path: "/dashboard", before: failing("**/api/dashboard/**"), open: again },
    { name: "users", path: "/users" },
    { name: "users-invite", path: "/users", open: click("button", "Invite User") },
    { name: "users-create", path: "/users", open: click("button", "Create User") },
    { name: "users-delete", path: "/users", open: ofRow("Delete user") },
    { name: "roles", path: "/users", open: rolesOf },
    { name: "clients", path: "/clients" },
    { name: "companies", path: "/companies" },
    { name: "companies-new", path: "/companies", open: click("button", "New Company") },
    { name: "settings-organization", path: "/settings/organization" },
    { name: "settings-brand", path: "/settings/brand" },
    { name: "settings-teams", path: "/settings/teams" },
    { name: "settings-calendars", path: "/settings/calendars" },
    { name: "settings-calendar", path: "/settings/calendars", open: click("link", /^Business hours/) },
    { name: "settings-service-levels", path: "/settings/service-levels" },
    { name: "settings-service-level", path: "/settings/service-levels", open: click("link", /^Standard/) },
    { name: "settings-service-level-new", path: "/settings/service-levels/new" },
    { name: "settings-mail", path: "/settings/mail" },
    { name: "settings-mailbox", path: "/settings/mail", open: click("link", /help@waypost/) },
    { name: "settings-mailbox-new", path: "/settings/mail", open: click("link", "Add mailbox") },
    { name: "settings-access", path: "/settings/access" },
    { name: "settings-audit", path: "/settings/audit" },
    { name: "settings-close", path: "/settings", open: click("button", "Close Account") },
    { name: "palette", path: "/tickets", open: search },
    { name: "shortcuts", path: "/tickets", open: press("?") },
  ],
  "client-admin": [...SHARED, { name: "users", path: "/users" }],
  client: [
    ...SHARED,
    { name: "receipt", path: "/tickets?sort=due", open: receipt },
    { name: "forbidden", path: "/users" },
  ],
};

/** The few that the README shows. */
export const SHOWN: Readonly<Record<string, string>> = {
  "admin-tickets-dark-1440": "tickets-dark",
  "admin-tickets-light-1440": "tickets-light",
  "admin-ticket-dark-1440": "ticket-dark",
  "admin-dashboard-dark-1440": "dashboard-dark",
  "client-admin-dashboard-light-1440": "client-dashboard-light",
  "client-ticket-dark-390": "phone-ticket",
};
