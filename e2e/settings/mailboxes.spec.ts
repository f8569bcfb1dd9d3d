import { expect, type Page } from "@playwright/test";
import { type ImapServer, startImapServer } from "../../test/support/mail-servers/imap-server.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { type Call, callAs } from "../support/people/api-as.ts";
import { findAxeViolations } from "../support/page/axe.ts";
import { toastOf } from "../support/page/locators.ts";
import { signIn } from "../support/people/people.ts";
import { startOwnServer } from "../support/desk/server-for-one-story.ts";
import { test } from "../support/story.ts";

/** Mailboxes are the whole desk's, so these stories have a desk of their own, and an IMAP server in this process. */
let desk: Awaited<ReturnType<typeof startOwnServer>>;
let imap: ImapServer;
let relay: Awaited<ReturnType<typeof startSmtp>>;
let page: Page;
let call: Call;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  [relay, imap] = await Promise.all([startSmtp(), startImapServer()]);
  desk = await startOwnServer({ SMTP_URL: relay.url });
  page = await browser.newPage({ baseURL: desk.address });
  await signIn(page, "maren", "/settings/mail");
  call = await callAs(page.request, "maren");
});
test.afterAll(async () => {
  await page.close();
  await imap.stop();
  await desk.end();
  await relay.stop();
});

const region = (name: string) => page.getByRole("region", { name });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const steps = () => page.locator(".check-steps");
const mailOfCheck = () =>
  relay.arrived.find(({ subject }) => subject === "Check of plus-addresses")?.raw ?? "";

async function choose(label: string, option: string) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a specialist finds no mailboxes in the settings, and is refused", async ({ browser }) => {
  const other = await browser.newPage({ baseURL: desk.address });
  for (const place of ["/settings/mail", "/settings/mail/mailboxes/new"]) {
    await signIn(other, "idris", place);
    await expect(other.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  }
  await other.close();
});

test("a mailbox at a provider is tried before it is saved, and a wrong password is said at its field", async () => {
  await page.getByRole("link", { name: "Add mailbox" }).click();
  await choose("Kind", "IMAP");
  await page.getByLabel("Address", { exact: true }).fill("network@waypost.example");
  await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await choose("Encryption", "None, this machine only");
  await page.getByLabel("Port").fill(String(imap.port));
  await page.getByLabel("User name").fill(imap.username);
  const password = page.getByLabel("Password", { exact: true });
  await button("Check").click();
  await expect(page.getByText("Password is required")).toBeVisible();
  await password.fill("wrong");
  await button("Check").click();
  await expect(steps()).toContainText("Not signed in");
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expect(password).toHaveAccessibleDescription(/The server refuses the user name or the password/);
  expect(await findAxeViolations(page)).toEqual([]);
  await password.fill(imap.password);
  await expect(password).not.toHaveAttribute("aria-invalid");
  await button("Check").click();
  for (const step of ["Server reached", "Connection without encryption", "Signed in", "INBOX, 0 messages"])
    await expect(steps()).toContainText(step);
  await button("Add mailbox").click();
  await expect(toastOf(page, "Mailbox added")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "network@waypost.example" })).toBeVisible();
  await expect(page.getByText("Connected")).toBeVisible();
});

test("a check goes on to its last step: its own mail comes back by a plus-address", async () => {
  await button("Check").click();
  await expect(steps()).toContainText("Plus-addresses");
  await expect.poll(mailOfCheck).not.toBe("");
  imap.deliver(mailOfCheck());
  await expect(steps()).toContainText("Plus-addresses come back");
});

test("its password is never shown again, in the form or by the API", async () => {
  await page.reload();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
    "placeholder",
    "Kept. Type to replace it.",
  );
  const { body } = await call("GET", `/mailboxes/${idInAddress()}`);
  expect(body).toMatchObject({ has_password: true, username: imap.username });
  expect(JSON.stringify(body)).not.toContain(imap.password);
});

test("a changed password is said to everybody who looks, and goes on when it is right again", async () => {
  imap.faults.refusesSignIn = true;
  imap.hangUp();
  await expect(page.getByRole("alert")).toContainText(
    "The mail server has refused the sign-in of network@waypost.example",
  );
  imap.faults.refusesSignIn = false;
  await button("Check now").click();
  await expect(page.getByText("Connected")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "refused" })).toHaveCount(0);
});

test("it is paused and resumed", async () => {
  await button("Pause").click();
  await expect(toastOf(page, "Mailbox paused")).toBeVisible();
  await expect(page.locator(".badge", { hasText: "Paused" })).toBeVisible();
  await button("Resume").click();
  await expect(toastOf(page, "Mailbox resumed")).toBeVisible();
  await expect(page.getByText("Connected")).toBeVisible();
});

test("it is deleted after a question; the default one cannot be", async () => {
  await button("Delete mailbox").click();
  const question = page.getByRole("dialog", { name: "Delete network@waypost.example?" });
  await question.getByRole("button", { name: "Delete mailbox" }).click();
  await expect(toastOf(page, "Mailbox deleted")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit network@waypost.example" })).toHaveCount(0);
  await page.getByRole("link", { name: "Edit help@waypost.example" }).click();
  await expect(page.getByText("and cannot be deleted.")).toBeVisible();
  await expect(button("Delete mailbox")).toHaveCount(0);
  const refused = await call("DELETE", `/mailboxes/${idInAddress()}`);
  expect([refused.status, refused.body["detail"]]).toEqual([409, "The default mailbox cannot be deleted"]);
});

test("a mailbox that mail is handed in to has a secret that is shown once", async () => {
  await page.goto("/settings/mail/mailboxes/new");
  await choose("Kind", "Listener");
  await page.getByLabel("Address", { exact: true }).fill("kestrel@waypost.example");
  await button("Add mailbox").click();
  await expect(page.getByText("Waiting for mail")).toBeVisible();
  await button("Make a secret").click();
  const dialog = page.getByRole("dialog", { name: "The secret" });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^\S{32,}$/);
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(button("Make a new secret")).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect(JSON.stringify((await call("GET", `/mailboxes/${idInAddress()}`)).body)).not.toContain(secret);
});

test("the rules for mail that comes in are saved; a wrong one says so, and the history who changed what", async () => {
  await page.goto("/settings/mail");
  const rules = region("Rules");
  const save = rules.getByRole("button", { name: "Save Changes" });
  const types = rules.getByLabel("Blocked file types");
  await types.fill("exe, .ZIP no-type");
  await save.click();
  await expect(rules.getByText("A file type is letters and digits, such as exe")).toBeVisible();
  await types.fill("exe, .ZIP");
  const systems = rules.getByLabel("Systems");
  await systems.fill("monitor");
  await save.click();
  await expect(rules.getByText("Write whole addresses, such as alerts@monitor.example")).toBeVisible();
  await systems.fill("Nagios@monitor.example, alerts@monitor.example");
  await choose("Mail of clients whose sender is not proven", "Hold");
  await choose("Keep originals", "Forever");
  await rules.getByRole("switch", { name: "Cc adds colleagues" }).click();
  await save.click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(types).toHaveValue("exe zip");
  await expect(systems).toHaveValue("alerts@monitor.example\nnagios@monitor.example");
  await expect(rules.getByRole("combobox", { name: "Keep originals" })).toHaveText("Forever");
  expect((await call("GET", "/settings")).body).toMatchObject({
    mail_unproven_clients: "hold",
    mail_cc_adds_colleagues: false,
    mail_keep_originals_days: null,
    mail_blocked_types: ["exe", "zip"],
    mail_system_senders: ["alerts@monitor.example", "nagios@monitor.example"],
  });
  const { body } = await call("GET", "/audit?kind=settings.changed");
  expect(JSON.stringify(body["items"])).toContain("mail_unproven_clients");
});

test("what somebody else has saved meanwhile is not written over", async () => {
  const rules = region("Rules");
  await page.route("**/api/events*", (route) => route.abort());
  await page.reload();
  await choose("Keep originals", "90 days");
  await call("PATCH", "/settings", { mail_unproven_clients: "accept" });
  await rules.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.locator(".toast.error, .toast", { hasText: "changed" }).first()).toBeVisible();
  await expect(rules.getByRole("combobox", { name: "Keep originals" })).toHaveText("90 days");
  expect((await call("GET", "/settings")).body["mail_keep_originals_days"]).toBeNull();
  await page.unroute("**/api/events*");
});

test("a blocked sender is let in again, after a question", async () => {
  const { body } = await call("GET", "/incoming?state=held");
  const mails = Array.isArray(body["items"]) ? body["items"] : [];
  const { id } = mails.find(({ from_name }) => from_name === "Sofia Lindgren");
  expect((await call("POST", `/incoming/${id}/block`, { what: "address" })).status).toBe(200);
  await page.goto("/settings/mail");
  await expect(region("Incoming")).toContainText(/The last 24 hours: \d+ mails/);
  await region("Incoming").getByRole("button", { name: "Blocked senders" }).click();
  const dialog = page.getByRole("dialog", { name: "Blocked senders" });
  const unblock = dialog.getByRole("button", { name: "Unblock sofia.lindgren@kestrel.example" });
  await unblock.click();
  await expect(dialog).toContainText("Let sofia.lindgren@kestrel.example write again?");
  expect(await findAxeViolations(page)).toEqual([]);
  await unblock.click();
  await expect(toastOf(page, "sofia.lindgren@kestrel.example may write again")).toBeVisible();
  await expect(dialog).toContainText("Nobody is blocked");
});

/** The id of the mailbox whose page is open. */
function idInAddress(): string {
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
