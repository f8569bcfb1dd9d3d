import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { ticketsApiAs } from "../support/people/api-as.ts";
import { PEOPLE } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { PIXEL } from "../support/page/attach-image.ts";
import { openCuttableProxy } from "../support/desk/cuttable-proxy.ts";
import { untilWorkerServes } from "../support/browser/kept-app.ts";

test.use({ serviceWorkers: "allow" });

async function signInAt(page: Page, address: string, email: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("waypost-demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Resolves when the worker serves the app's own files, and the offline cache the opened ticket. */
async function untilKept(page: Page, word: string): Promise<void> {
  await untilWorkerServes(page);
  await expect.poll(async () => (await kept(page)).includes(word)).toBe(true);
}

/** Everything that this browser holds for the app: databases, caches, both storages, as one text. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase | null>((resolve) => {
        const request = indexedDB.open(name ?? "");
        // It is gone since it was named: opening it would make it again.
        request.addEventListener("upgradeneeded", () => request.transaction?.abort());
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => resolve(null));
      });
      if (!db) continue;
      for (const store of db.objectStoreNames) {
        parts.push(
          await new Promise((resolve) => {
            const all = db.transaction(store).objectStore(store).getAll();
            all.addEventListener("success", () => resolve(JSON.stringify(all.result)));
          }),
        );
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
      }
    }
    return parts.join("\n");
  });
}

test("what was opened stays readable without a connection, also after a reload, and drafts wait", async ({
  page,
  request,
  baseURL,
}) => {
  const proxy = await openCuttableProxy(baseURL ?? "");
  const word = freshWord();
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: `Readable ${word}`, issue: `The issue says ${word}.` });
  await signInAt(page, proxy.address, PEOPLE.idris);
  await page.goto(`${proxy.address}/tickets/${ticket.id}`);
  await expect(page.getByRole("heading", { name: `Readable ${word}` })).toBeVisible();
  await untilKept(page, `The issue says ${word}.`);
  // Once under the worker, so that the parts of this page are its.
  await page.reload();
  await expect(page.getByRole("heading", { name: `Readable ${word}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Comments", level: 2 })).toBeVisible();

  await proxy.cut();
  await page.getByRole("textbox", { name: "Write a comment" }).fill("Written without a connection");
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await expect(page.getByText("this was not sent")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toHaveValue(
    "Written without a connection",
  );
  await expect(page.getByText("The help desk cannot be reached")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { name: `Readable ${word}` })).toBeVisible();
  await expect(page.getByText(`The issue says ${word}.`)).toBeVisible();
  await expect(page.getByText("Shown as of")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toHaveValue(
    "Written without a connection",
  );

  await proxy.mend();
  await expect(page.getByText("The help desk cannot be reached")).toHaveCount(0);
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Written without a connection" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toHaveValue("");
});

test("files that were opened lately are readable without a connection", async ({
  page,
  request,
  baseURL,
}) => {
  const proxy = await openCuttableProxy(baseURL ?? "");
  const word = freshWord();
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: `Files ${word}` });
  await signInAt(page, proxy.address, PEOPLE.idris);
  const { access_token: token } = await (
    await request.post("/api/auth/login", { data: { email: PEOPLE.idris, password: "waypost-demo" } })
  ).json();
  const attach = async (name: string, mimeType: string, buffer: Buffer) => {
    const sent = await request.post(`/api/tickets/${ticket.id}/attachments`, {
      headers: { authorization: `Bearer ${token}` },
      multipart: { file: { name, mimeType, buffer } },
    });
    expect(sent.status()).toBe(201);
  };
  await attach("screen.png", "image/png", PIXEL);
  await attach("log.txt", "text/plain", Buffer.from(`It says ${word}.`));
  await attach("unopened.txt", "text/plain", Buffer.from("Nobody opened this."));
  await page.goto(`${proxy.address}/tickets/${ticket.id}`);
  const thumbnail = page.getByRole("button", { name: "Show picture screen.png" }).locator("img");
  await expect(thumbnail).toBeVisible();
  const download = async (name: string) => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: `Download ${name}` }).click();
    return readFile(await (await saving).path(), "utf8");
  };
  expect(await download("log.txt")).toBe(`It says ${word}.`);
  await untilKept(page, `Files ${word}`);
  await page.reload();
  await expect(thumbnail).toBeVisible();
  const name = JSON.stringify(`"of-ticket","${ticket.id}"`).slice(1, -1);
  await expect.poll(async () => (await kept(page)).split(name).length - 1).toBe(2);

  await proxy.cut();
  await page.reload();
  await expect(page.getByText("Shown as of")).toBeVisible();
  await expect(thumbnail).toBeVisible();
  expect(await download("log.txt")).toBe(`It says ${word}.`);
  await page.getByRole("button", { name: "Download unopened.txt" }).click();
  await expect(page.getByText("Failed to download file")).toBeVisible();
});

test("a sign-out leaves nothing of the desk in the browser, and neither does another's sign-in", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const word = freshWord();
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: `Canary ${word}` });
  const address = baseURL ?? "";
  await signInAt(page, address, PEOPLE.idris);
  await page.goto(`${address}/tickets/${ticket.id}`);
  await untilKept(page, word);
  await page.getByRole("textbox", { name: "Write a comment" }).fill(`A draft about ${word}`);
  const other = await context.newPage();
  await other.goto(`${address}/tickets`);
  await expect(other.getByRole("link", { name: `Canary ${word}` })).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await expect.poll(async () => (await kept(page)).includes(word)).toBe(false);
  // Nothing that was under way brings it back.
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await kept(page)).not.toContain(word);
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain("waypost-kept");
});

test("a session that has ended elsewhere takes what was kept with it, and without a connection nobody reads it", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const proxy = await openCuttableProxy(baseURL ?? "");
  const word = freshWord();
  const idris = await ticketsApiAs(request, "idris");
  const ticket = await idris.create({ subject: `Revoked ${word}` });
  await signInAt(page, proxy.address, PEOPLE.idris);
  await page.goto(`${proxy.address}/tickets/${ticket.id}`);
  await untilKept(page, word);
  await context.clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await kept(page)).includes(word)).toBe(false);
  await proxy.cut();
  await page.goto(`${proxy.address}/tickets/${ticket.id}`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(word)).toHaveCount(0);
});

test("after another language was chosen nobody gets the page in the one before, with a connection or without", async ({
  page,
  context,
  baseURL,
}) => {
  const proxy = await openCuttableProxy(baseURL ?? "");
  await page.goto(`${proxy.address}/login`);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await untilWorkerServes(page);
  await context.addCookies([{ name: "language", value: "de", url: proxy.address }]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
  await expect.poll(() => page.evaluate(countKeptPages)).toBe(2);
  await proxy.cut();
  await page.reload();
  await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
  await context.addCookies([{ name: "language", value: "en", url: proxy.address }]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

/** Runs in the page: counts the complete cached generations of the app, into which the page is put last. */
async function countKeptPages(): Promise<number> {
  const names = await caches.keys();
  const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).match("/")));
  return pages.filter((page) => page !== undefined).length;
}
