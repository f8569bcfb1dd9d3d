import { assert, constantFrom, property, string } from "../../../test/support/property-seed.ts";
import { describe, expect, test } from "vitest";
import { mayHoldMarkdown } from "./markdown.tsx";
import { markdownToHtml } from "./markdown-html.ts";

describe("plain text shows as written", () => {
  test.each([
    "\\\\fileserver\\share\\_old and C:\\Temp\\*.log",
    "snake_case_name stays whole: a_b_c",
    "Kind regards\n--\nTomás Aguilar",
    "Status of the switch\n====================",
    "C:\\Temp\\\nand D:\\",
    "interface ~0\n  up #1\n\tip 10.0.0.1",
    "[1]: http://not-a-definition",
    "    four spaces are no code",
    "<b>tags</b> & entities like &lt; are text",
    "5 < 6 && 7 > 3",
    'Tom & Jerry\'s "quotes"',
  ])("%j", (text) => {
    expect(textOf(markdownToHtml(text))).toBe(text);
  });

  test("text without any mark never asks for the renderer", () => {
    expect(mayHoldMarkdown("It worked yesterday.\n\nToday it does not. 3 PCs.")).toBe(false);
    expect(mayHoldMarkdown("Please:\n- restart")).toBe(true);
    expect(mayHoldMarkdown("see https://waypost.example")).toBe(true);
  });
});

describe("the subset", () => {
  test("a line break stays one", () => {
    expect(markdownToHtml("one\ntwo")).toBe("<p>one<br>two</p>\n");
  });

  test("an answer right below a quote is none of it", () => {
    expect(markdownToHtml("> said\n> more\nand so")).toBe(
      "<blockquote>\n<p>said<br>more</p>\n</blockquote>\n<p>and so</p>\n",
    );
  });

  test("headings begin below those of the page", () => {
    expect(markdownToHtml("# Title")).toBe("<h3>Title</h3>\n");
  });

  test("links leave without a trace", () => {
    expect(markdownToHtml("[a](https://b.example)")).toContain(
      '<a href="https://b.example" rel="nofollow noopener noreferrer" target="_blank">a</a>',
    );
  });

  test("only web and mail addresses become links", () => {
    expect(markdownToHtml("[a](javascript:alert(1)) [b](data:text/html,x) [c](/path)")).not.toContain("<a");
  });

  test("a picture is a link, so that nothing is fetched", () => {
    const html = markdownToHtml("![a cat](https://cats.example/1.png)");
    expect(html).not.toContain("<img");
    expect(html).toContain(">a cat</a>");
  });

  test("code blocks can be reached by keyboard", () => {
    expect(markdownToHtml("```\nx\n```")).toContain('<pre tabindex="0" role="region"');
  });
});

test("whatever is typed, no tag of its own comes through", () => {
  const unit = constantFrom(
    "<",
    ">",
    "/",
    "script",
    "img",
    "svg",
    "on",
    "=",
    '"',
    "'",
    "`",
    "*",
    "[",
    "](",
    ")",
    "\n",
  );
  assert(
    property(string({ unit }), (text) => {
      expect(markdownToHtml(text)).not.toMatch(/<(script|img|svg|iframe|style|object|form)/i);
    }),
  );
});

function textOf(html: string): string {
  return html
    .trim()
    .replaceAll("<br>", "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
