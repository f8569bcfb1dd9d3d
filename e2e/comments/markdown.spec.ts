import { expect } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { openSignedIn } from "../support/page/page-checks.ts";
import { rendererCode } from "../support/page/markdown-renderer.ts";
import { test } from "../support/story.ts";

const DOCUMENTS = 10_000;

/** The global that the added script leaves in the page. */
declare const renderer: { renderMarkdown: (text: string, marked: readonly string[]) => string };

test("of 10,000 generated documents none runs a script or fetches anything", async ({ page }) => {
  test.slow();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.addScriptTag({ content: await rendererCode() });
  const found = await page.evaluate(inspect, DOCUMENTS);
  expect(found).toEqual({ hacked: false, strange: [] });
  expect(asked).toEqual([]);
});

test("a code block keeps off what is before it, whatever that is", async ({ browser, request }) => {
  const code = "```\nshow\n```";
  const before = ["Words.", "- a list", "> a quote", "# A heading", "| a | b |\n|--|--|\n| 1 | 2 |", code];
  const issue = before.map((block) => `${block}\n\n${code}`).join("\n\n");
  const id = await createTicket(await callAs(request, "idris"), "Code after everything", { issue });
  const page = await openSignedIn(browser, "idris");
  await page.goto(`/tickets/${id}`);
  await expect(page.locator(".prose pre")).toHaveCount(before.length + 1);
  const gaps = await page.locator(".prose pre").evaluateAll((blocks) =>
    blocks.map((block) => {
      const above = block.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
      return block.getBoundingClientRect().top - above;
    }),
  );
  expect(gaps.filter((gap) => gap < 8)).toEqual([]);
});

/** Runs in the browser: renders documents of hostile pieces, inserts them, and looks at what came to be. */
async function inspect(documents: number) {
  const attack = "window.hacked=true";
  const pieces = [
    `<script>${attack}</script>`,
    `<img src=x onerror="${attack}">`,
    `<svg/onload=${attack}>`,
    `<iframe srcdoc="<script>parent.hacked=true</script>">`,
    `[a](javascript:${attack})`,
    `[a](JaVaScRiPt&colon;${attack})`,
    `![a](x" onerror="${attack})`,
    `<https://a.example/?x=" onmouseover="${attack}>`,
    `<style>@import url(https://evil.example/x.css)</style>`,
    `<math><mtext><table><mglyph><style><img src=x onerror=${attack}>`,
    `![p](https://evil.example/p.png)`,
    `| a | b |\n|:-:|--|\n| <b onclick=${attack}> | x |`,
    "```",
    "`",
    "**",
    "_",
    "~~",
    "> ",
    "# ",
    "- ",
    "1. ",
    "\n",
    "\n\n",
    "\\",
    "&lt;",
    "&#106;",
    "[",
    "](",
    ")",
    '"',
    "'",
    "<",
    ">",
    "word",
    "https://ok.example",
    "a@b.example",
    "\u0000",
    "\u202E",
    "--",
    "<!--",
    "-->",
  ];
  const tags = new Set(
    "P BR STRONG EM DEL CODE PRE UL OL LI BLOCKQUOTE HR A DIV H3 H4 H5 H6 TABLE THEAD TBODY TR TH TD".split(
      " ",
    ),
  );
  const strange: string[] = [];
  const place = document.createElement("div");
  document.body.append(place);
  let seed = 20_261_120;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let count = 0; count < documents; count += 1) {
    const text = Array.from({ length: 1 + random(14) }, () => pieces[random(pieces.length)]).join("");
    place.innerHTML = renderer.renderMarkdown(text, ["word", "b.example", "<img src=x>"]);
    for (const element of place.querySelectorAll("*")) {
      // What is inside of a mention is text, and nothing of the name becomes markup.
      const isMention = element.matches('span[class="mention"]') && element.childElementCount === 0;
      const isKnown = tags.has(element.tagName) || isMention;
      const handler = element.getAttributeNames().some((name) => name.startsWith("on") || name === "style");
      const href = element.getAttribute("href");
      if (!isKnown || handler || (href !== null && !/^(https?:|mailto:)/i.test(href))) strange.push(text);
    }
  }
  // An inserted picture or frame acts a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { hacked: "hacked" in globalThis, strange: strange.slice(0, 3) };
}
