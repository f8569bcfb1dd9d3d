import { type Browser, expect, type Page, request as requests } from "@playwright/test";
import { type Call, callAs, createTicket } from "../support/people/api-as.ts";
import { createOwnCompany, inviteAndAccept, PASSPHRASE } from "../support/people/invited-people.ts";
import { startMailDeskWithRelay } from "../support/desk/mail-desk.ts";
import { findViolations } from "../support/page/page-checks.ts";
import { PASSWORD, PEOPLE, signIn } from "../support/people/people.ts";
import { answerBox, saveReply, waitForFirst } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow } from "../support/browser/viewports.ts";

let desk: Awaited<ReturnType<typeof startMailDeskWithRelay>>;
test.beforeAll(async () => {
  desk = await startMailDeskWithRelay();
});
test.afterAll(() => desk.end());

type Account = { email: string; password: string; fullname: string; company: string };
type Reporter = Account & { id: string; uid: string; word: string; call: Call };

const reporters = (page: Page) => page.getByRole("complementary", { name: "Ticket properties" });
const comment = (page: Page, words: string) => page.locator(".comment").filter({ hasText: words });
const preview = (page: Page) => page.getByRole("list", { name: "Preview of each ticket" });

function known(name: keyof typeof PEOPLE, fullname: string, company: string): Account {
  return { email: PEOPLE[name], password: PASSWORD, fullname, company };
}

async function invite(fullname: string, name: string): Promise<Account> {
  const company = `${name} ${freshWord()}`;
  const companyId = await createOwnCompany(desk.maren, company);
  const where = { role: "Client", companyId };
  const { email } = await inviteAndAccept(desk.maren, fullname, where, findInvitation);
  return { email, password: PASSPHRASE, fullname, company };
}

async function findInvitation(email: string): Promise<string> {
  const { text } = await desk.mailTo(email, (mail) => LINK.test(mail.text ?? ""));
  return LINK.exec(text ?? "")?.[0] ?? "";
}

const LINK = /\/accept-invite\/[\w-]+/;

/** Five people of four companies, each with a ticket of the own; two of them belong to companies that nobody knows. */
async function raiseFive(): Promise<Reporter[]> {
  const people = [
    known("tomas", "Tomás Aguilar", "Kestrel Logistics"),
    known("priya", "Priya Nair", "Kestrel Logistics"),
    known("jonas", "Jonas Weber", "Aster Legal"),
    await invite("Ana Duarte", "Port Quay"),
    await invite("Tobias Brandt", "Castellan"),
  ];
  const raised = [];
  for (const person of people) {
    const word = freshWord();
    const call = await callOf(person);
    const id = await createTicket(call, `Phones ${word}`, { issue: `No dial tone ${word}.` });
    raised.push({ ...person, id, uid: await numberOf(call, id), word, call });
  }
  return raised;
}

async function callOf({ email, password }: Pick<Account, "email" | "password">): Promise<Call> {
  const client = await requests.newContext({ baseURL: desk.address });
  return callAs(client, { email, password });
}

async function numberOf(call: Call, id: string): Promise<string> {
  return String((await call("GET", `/tickets/${id}`)).body["uid"]);
}

/** The page of a client who is signed in, in the own language. */
async function openAs(browser: Browser, who: Account, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ baseURL: desk.address, viewport, locale: "en-US" });
  await context.request.post("/api/auth/login", { data: { email: who.email, password: who.password } });
  return context.newPage();
}

/** What one reporter must not find anywhere: the incident, and what is another company's. */
function secretsFor(reader: Reporter, all: readonly Reporter[], incident: string[]): string[] {
  const foreign = all.filter(({ company }) => company !== reader.company);
  return [
    ...incident,
    ...foreign.flatMap(({ uid, word, company, fullname }) => [uid, word, company, fullname]),
  ];
}

/** A number such as WP-12 is no part of WP-123. */
function findSecrets(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => new RegExp(`${RegExp.escape(secret)}(?!\\d)`, "i").test(text));
}

for (const [place, viewport] of DEVICES)
  test(`of an outage five reporters of four companies each read their own answer and nothing else, ${place}`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const word = freshWord();
    const all = await raiseFive();
    const idris = await desk.callAs("idris");
    const subject = `Carrier ${word}`;
    const incident = await createTicket(idris, subject, { issue: `Fault ${word}.` });
    const uid = await numberOf(idris, incident);
    const ticket_ids = all.map(({ id }) => id);
    await idris("POST", `/tickets/${incident}/reporters`, { ticket_ids });
    await saveReply(idris, `Line ${word}`, {
      audience: "me",
      en: "Hello {{client.first_name|there}}, {{ticket.uid}} works again.",
      de: "Guten Tag {{client.first_name|zusammen}}, {{ticket.uid}} geht wieder.",
    });
    const page = await browser.newPage({ baseURL: desk.address, viewport, locale: "en-US" });
    await signIn(page, "idris", `/tickets/${incident}`);

    await test.step("a saved reply is found at the caret, keeps its places, and shows how each reads it", async () => {
      await page.getByRole("switch", { name: "Answer all reporters" }).press("Space");
      await expect(page.getByText("Goes to 5 tickets of 4 companies.")).toBeVisible();
      await answerBox(page).pressSequentially(`;${word}`);
      await waitForFirst(page, `Line ${word}`);
      await page.keyboard.press("Enter");
      await expect(answerBox(page)).toHaveValue(
        "Hello {{client.first_name|there}}, {{ticket.uid}} works again.",
      );
      await expect(page.locator(".answer-all-chip")).toContainText(`Line ${word}`);
      await expect(page.locator(".answer-all-chip")).toContainText("German");
      await page.getByRole("button", { name: "Preview" }).press("Enter");
      for (const one of all) await expect(preview(page).getByText(answerFor(one))).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBe(0);
      await page.getByRole("button", { name: "Answer 5 reporters" }).press("Enter");
      await expect(comment(page, "5 reporters answered")).toBeVisible();
      await expect(reporters(page).getByText("0 of 5 closed")).toBeVisible();
    });

    for (const reader of all)
      await test.step(`${reader.fullname} reads it in the page, in the mail and in the API`, async () => {
        const own = answerFor(reader);
        const secrets = secretsFor(reader, all, [uid, subject, `Fault ${word}`]);
        const mail = await desk.mailTo(reader.email, ({ text }) => text?.includes(own) === true);
        expect(mail.recipients).toEqual([reader.email]);
        const mails = desk.mailsTo(reader.email).map(({ raw, text, html }) => [raw, text, html].join("\n"));
        expect(mails.filter((each) => each.includes(own))).toHaveLength(1);
        expect(findSecrets(mails.join("\n"), secrets)).toEqual([]);
        const client = await openAs(browser, reader, viewport);
        await client.goto(`/tickets/${reader.id}`);
        await expect(comment(client, own)).toBeVisible();
        expect(await measureOverflow(client)).toBe(0);
        const shown = [(await client.locator("body").textContent()) ?? ""];
        await client.goto("/tickets");
        await expect(client.getByText(`Phones ${reader.word}`).first()).toBeVisible();
        shown.push((await client.locator("body").textContent()) ?? "");
        expect(findSecrets(shown.join("\n"), secrets)).toEqual([]);
        expect(findSecrets(await askEverything(reader, secrets), secrets)).toEqual([]);
        await client.context().close();
      });

    await test.step("all are closed together, and each client sees that of the own ticket", async () => {
      await page.reload();
      await page
        .getByRole("button", { name: /Change status/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Closed" }).click();
      await page.getByRole("button", { name: "Close all 5" }).first().click();
      await expect(reporters(page).getByText("5 of 5 closed")).toBeVisible();
      for (const { call, id } of all)
        expect((await call("GET", `/tickets/${id}`)).body["status"]).toBe("closed");
    });
    await page.close();
  });

/** Jonas Weber's language is German. */
function answerFor({ fullname, uid }: Reporter): string {
  const firstName = fullname.split(" ")[0] ?? "";
  return firstName === "Jonas"
    ? `Guten Tag Jonas, ${uid} geht wieder.`
    : `Hello ${firstName}, ${uid} works again.`;
}

/** Whatever a client can ask the API for, as one text; what is asked for by a secret itself must find nothing. */
async function askEverything({ call, id }: Reporter, secrets: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const part of ["", "/comments", "/history", "/participants", "/mails", "/audience", "/mentionable"])
    texts.push(JSON.stringify((await call("GET", `/tickets/${id}${part}`)).body));
  for (const path of ["/tickets?per_page=100", "/dashboard", "/companies", "/users"])
    texts.push(JSON.stringify((await call("GET", path)).body));
  for (const path of ["reporters", "links", "merges"])
    expect((await call("GET", `/tickets/${id}/${path}`)).status).toBe(403);
  for (const secret of secrets) {
    const { body } = await call("GET", `/tickets?search=${encodeURIComponent(secret)}`);
    texts.push(JSON.stringify(body["items"]));
  }
  return texts.join("\n");
}
