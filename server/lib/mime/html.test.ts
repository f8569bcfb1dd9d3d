import { describe, expect, it } from "vitest";
import { joinLines } from "./fold.ts";
import { htmlToLines } from "./html.ts";

function toMarkdown(html: string): string {
  return joinLines(htmlToLines(html));
}

describe("the HTML of a mail", () => {
  it("shows the address behind a text that names another, and runs nothing", () => {
    expect(toMarkdown('<a href="https://evil.example">https://bank.example</a>')).toBe(
      "https://bank.example (https://evil.example)",
    );
    expect(toMarkdown('<a href="javascript:alert(1)">run</a> <a href="data:text/html,x">open</a>')).toBe(
      "run open",
    );
    expect(toMarkdown('<a href="https://x.example/"><img src="https://t.example/1.gif"></a>')).toBe("");
  });

  it("names no picture from elsewhere: its description stands for it", () => {
    expect(
      toMarkdown('<img src="https://t.example/p.gif" alt="A [chart]"><img src="data:image/png;base64,AA">'),
    ).toBe("A chart");
    expect(toMarkdown('See <img src="cid:a.png@1" alt="">')).toBe("See ![a.png](cid:a.png@1)");
  });

  it("leaves out what is hidden", () => {
    const html =
      '<div style="display:none">x</div><title>t</title><style>s</style><script>a<b</script><p hidden>y</p>Seen';
    expect(toMarkdown(html)).toBe("Seen");
  });

  it("is Markdown: emphasis, headings, lists, quotes, tables, rules", () => {
    const html =
      "<h2>Title</h2><p>One <b>bold </b>and <i>slanted</i>, <s>gone</s> <code>x</code>.<br>Two</p><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>" +
      "<ol><li>first</li></ol><blockquote>said<blockquote>before</blockquote></blockquote><table><tr><td>a</td><td>b</td></tr></table><hr>end";
    expect(toMarkdown(html)).toBe(
      "## Title\n\nOne **bold** and *slanted*, ~~gone~~ `x`.\nTwo\n\n- a\n- b\n   - c\n\n1. first\n\n> said\n>\n> > before\n\na | b\n\n---\n\nend",
    );
  });

  it("keeps lines as a browser shows them", () => {
    expect(toMarkdown("<div>a</div><div><br></div><div>b<br>c</div>  d \n e")).toBe("a\n\nb\nc\nd e");
    expect(toMarkdown("<p class=MsoNormal>a</p><p class=MsoNormal>&nbsp;</p><p class=MsoNormal>b</p>")).toBe(
      "a\n\nb",
    );
    expect(toMarkdown("<pre>a\n  b\n\nc</pre>")).toBe("a\n  b\n\nc");
  });

  it("takes no time that grows with the square of a line", () => {
    for (const piece of [
      "a<b>b</b> ",
      "a<i> </i>&amp;",
      "<td>a",
      "<td>",
      '<img src="cid:a">',
      "a<br/ >&nbsp;",
    ]) {
      const began = process.threadCpuUsage();
      htmlToLines(`<table><tr><td>${piece.repeat(2_000_000 / piece.length)}`);
      const { user, system } = process.threadCpuUsage(began);
      expect((user + system) / 1_000_000, piece).toBeLessThan(10);
    }
  });

  it("is read whole however deep it nests, and with tags that nobody closed", () => {
    const deep = `${"<div>".repeat(5000)}deep${"</div>".repeat(5000)}<p>after</p>`;
    expect(toMarkdown(deep).replaceAll(/\s+/g, " ")).toBe("deep after");
    expect(toMarkdown(`${"<b><table><tr><td>".repeat(500)}text`)).toContain("text");
    expect(toMarkdown("<p>open <a href=")).toBe("open");
  });
});
