import { type APIRequestContext, type Browser, expect, type Locator, type Page } from "@playwright/test";

export { axeFinds } from "./axe.ts";

/** The people of the demo, by first name. */
export const PEOPLE = {
  maren: "admin@waypost.example",
  rafael: "manager@waypost.example",
  lena: "lead@waypost.example",
  idris: "agent@waypost.example",
  priya: "admin@kestrel.example",
  tomas: "client@kestrel.example",
  helena: "admin@asterlegal.example",
  jonas: "client@asterlegal.example",
} as const;
export type Name = keyof typeof PEOPLE;

const PASSWORD = "waypost-demo";

/** Signs in through the page, as a person does. */
export async function signInByForm(page: Page, name: Name): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(PEOPLE[name]);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Opens a page as somebody who has signed in before: the form, and the greeting that follows it, are told elsewhere. */
export async function signIn(page: Page, name: Name, place = "/dashboard"): Promise<void> {
  const answer = await page.request.post("/api/auth/login", {
    data: { email: PEOPLE[name], password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  await page.goto(place);
}

/** The same, until the dashboard stands. */
export async function signInToDashboard(page: Page, name: Name): Promise<void> {
  await signIn(page, name);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
}

/** Another person at another machine. */
export async function beside(browser: Browser, name: Name, place?: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, name, place);
  return page;
}

type Answer = { status: number; body: Record<string, unknown> };
export type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** The API in somebody's name, for what a story finds already there. */
export async function callAs(request: APIRequestContext, name: Name): Promise<Call> {
  const signedIn = await request.post("/api/auth/login", {
    data: { email: PEOPLE[name], password: PASSWORD },
  });
  const { access_token: token } = await signedIn.json();
  return async (method, path, body) => {
    const response = await request.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      data: body,
    });
    const text = await response.text();
    return { status: response.status(), body: text ? JSON.parse(text) : {} };
  };
}

/** Raises a ticket beforehand and gives its id. */
export async function raise(call: Call, subject: string, more: object = {}): Promise<string> {
  const { body } = await call("POST", "/tickets", { subject, issue: "Since this morning.", ...more });
  const { ticket } = body;
  if (typeof ticket !== "object" || ticket === null || !("id" in ticket))
    throw new Error(JSON.stringify(body));
  return String(ticket.id);
}

/** A subject that no other story has. */
export function unique(subject: string): string {
  return `${subject} ${freshWord()}`;
}

export function toastOf(page: Page, words: string) {
  return page.locator(".toast", { hasText: words });
}

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** The API in somebody's name, by what is done to tickets. */
export async function apiAs(request: APIRequestContext, name: Name) {
  const call = await callAs(request, name);
  return {
    async raise(ticket: { subject: string; issue?: string; priority?: string }): Promise<Raised> {
      const { status, body } = await call("POST", "/tickets", { issue: "As it says above.", ...ticket });
      expect(status).toBe(201);
      if (!isRaised(body.ticket)) throw new Error(JSON.stringify(body));
      return body.ticket;
    },
    async change(id: string, fields: object): Promise<void> {
      expect((await call("PUT", `/tickets/${id}`, fields)).status).toBe(200);
    },
  };
}

export type Raised = { id: string; uid: string; subject: string };

function isRaised(ticket: unknown): ticket is Raised {
  return typeof ticket === "object" && ticket !== null && "id" in ticket && "uid" in ticket;
}

/** A word that no other story and no other run has used. */
export function freshWord(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 26) + 97);
  return String.fromCharCode(...letters);
}

/** The subjects of the ticket list on the screen, from above. */
export function subjects(page: Page) {
  return page.getByRole("row").getByRole("cell").locator("a.strong");
}

/** The windows that a whole story is told in. */
export const PHONE = { width: 390, height: 844 };
export const DEVICES = [
  ["at a desk", { width: 1440, height: 900 }],
  ["on a phone", PHONE],
] as const;

/** How far the page goes beyond the window sideways, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Hands a picture to a text box as a drag or a paste would. */
export async function giveFile(textBox: Locator, how: "drop" | "paste"): Promise<void> {
  await textBox.evaluate(
    (element, { kind, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], "image.png", { type: "image/png" }));
      element.dispatchEvent(
        kind === "drop"
          ? new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })
          : new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }),
      );
    },
    { kind: how, bytes: [...PIXEL] },
  );
}
