import { expect } from "@playwright/test";
import { drawShape, SHAPES } from "../../test/security/pathological-markdown.ts";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { signIn } from "../support/people/people.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { rendererCode } from "../support/page/markdown-renderer.ts";

/** The global that the added script leaves in the page. */
declare const renderer: { renderMarkdown: (text: string, marked: readonly string[]) => string };

/** Drawn texts of 20,000 letters; `SHAPES=5000` draws more of them. */
const DRAWN = Number(process.env["SHAPES"] ?? 200);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 20_261_122);

test(`no text of ${SHAPES.length} shapes and ${DRAWN} drawn ones breaks the renderer (seed ${SEED})`, async ({
  page,
}) => {
  test.slow();
  await page.addScriptTag({ content: await rendererCode() });
  const random = seeded(SEED);
  const drawn = Array.from({ length: DRAWN }, (_, at) => ({ name: `drawn ${at}`, text: drawShape(random) }));
  const broken: string[] = [];
  for (const { name, text } of [...SHAPES, ...drawn]) {
    // One after the other, so that the failure names the text that ended the page.
    // oxlint-disable-next-line no-await-in-loop
    await page.evaluate(insert, text).catch((error: unknown) => broken.push(`${name}: ${String(error)}`));
  }
  expect(broken).toEqual([]);
});

/** Runs in the browser. */
function insert(text: string): void {
  const place = document.createElement("div");
  place.innerHTML = renderer.renderMarkdown(text, ["word", "b.example", "<img src=x>"]);
  if (text.trim() !== "" && place.textContent === "" && place.childElementCount === 0)
    throw new Error("nothing is left of the text");
}

test("a comment of 2,000 quote marks leaves the ticket readable, and can be removed", async ({ page }) => {
  const tomas = await callAs(page.request, "tomas");
  const id = await createTicket(tomas, uniqueName("Quotes"), { issue: "1. ".repeat(3000) });
  await tomas("POST", `/tickets/${id}/comments`, { comment: ">".repeat(2000) });
  await tomas("POST", `/tickets/${id}/comments`, { comment: "The printer is **still** dark." });
  await signIn(page, "maren", `/tickets/${id}`);
  await expect(page.getByText("The printer is still dark.")).toBeVisible();
  const hostile = page.getByRole("listitem").filter({ hasText: ">>>>>>>>" });
  await expect(hostile).toBeVisible();
  await hostile.getByRole("button", { name: "Delete comment as moderator" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Moderate" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: ">>>>>>>>" })).toHaveCount(0);
  await expect(page.getByText("The printer is still dark.")).toBeVisible();
});

test("a renderer that breaks leaves every text as it was typed, and the page around it", async ({ page }) => {
  const tomas = await callAs(page.request, "tomas");
  const id = await createTicket(tomas, uniqueName("Raw"), { issue: "The **whole** floor." });
  await page.route(/\/assets\/markdown-render-[^/]+\.js$/, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: 'export const renderMarkdown = () => { throw new Error("broken"); };',
    }),
  );
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(page.getByText("The **whole** floor.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Raw");
});

/** Numbers from 0 up to 1 that repeat with the seed (Park and Miller). */
function seeded(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
