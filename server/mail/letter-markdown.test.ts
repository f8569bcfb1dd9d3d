import { describe, expect, it } from "vitest";
import { escapeValue } from "#contract/replies/escape-value.ts";
import { array, assert, constantFrom, property, string } from "../../test/support/property-seed.ts";
import { wordsToHtml, wordsToText } from "./letter-markdown.ts";

const stripped = (html: string) => html.replaceAll(/ style="[^"]*"/g, "").replaceAll(">\n<", "><");

describe("the words of a letter, as text", () => {
  it.each([
    ["Please **restart** it _now_.", "Please restart it now."],
    ["See [the form](https://desk.test/f).", "See the form (https://desk.test/f)."],
    ["https://desk.test/a_b_c stays", "https://desk.test/a_b_c stays"],
    ["# Steps\n1. unplug\n2. wait", "Steps\n1. unplug\n2. wait"],
    ["```\nipconfig **/all**\n```", "ipconfig **/all**"],
    ["`rm *.log` and snake_case_name", "rm *.log and snake_case_name"],
    ["\\\\fileserver\\share\\_old", "\\\\fileserver\\share\\_old"],
    ["![photo.png](attachment:5f0c2d3e)", "[photo.png]"],
    ["> you wrote\n\nyes", "> you wrote\n\nyes"],
    ["Run:\n\n```ipconfig /flushdns```\n\nthen **wait**", "Run:\n\nipconfig /flushdns\n\nthen wait"],
    ["1. Run\n   ```\n   a\n\n   b\n   ```\n2. wait", "1. Run\n   a\n\n   b\n2. wait"],
    ["````\n```\ninner\n```\n````", "```\ninner\n```"],
    ["~~~\ncode **x**\n~~~\nafter", "code **x**\nafter"],
    ["**over\ntwo** lines", "over\ntwo lines"],
    ["- [ ] ask\n- [x] call", "- [ ] ask\n- [x] call"],
    ["see https://a.test/x(v=1).aspx, www.b.test", "see https://a.test/x(v=1).aspx, www.b.test"],
    ["[Foo](https://w.test/Foo_(bar)) now", "Foo (https://w.test/Foo_(bar)) now"],
    ["if #1\n  up\n    ip 10.0.0.1", "if #1\n  up\n    ip 10.0.0.1"],
    ["| a | **b** |\n|---|---|\n| 1 | 2 |", "| a | **b** |\n|---|---|\n| 1 | 2 |"],
  ])("%j", (words, text) => {
    expect(wordsToText(words)).toBe(text);
  });
});

describe("the words of a letter, as HTML", () => {
  it.each([
    ["one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"],
    ["**bold _both_** ~~gone~~", "<p><b>bold <i>both</i></b> <s>gone</s></p>"],
    ["- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"],
    ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
    ["> said\n> more\nand so", "<blockquote><p>said<br>more</p></blockquote><p>and so</p>"],
    ["```\n<b>\n```", "<pre>&lt;b&gt;</pre>"],
    ["Run:\n\n```ipconfig```\n\nthen", "<p>Run:</p><p><code>ipconfig</code></p><p>then</p>"],
    ["1. Run\n   ```\n   a\n\n   b\n   ```\n2. wait", "<ol><li>Run<pre>a\n\nb</pre></li><li>wait</li></ol>"],
    ["[**x**](https://a.test/Foo_(bar))", '<p><a href="https://a.test/Foo_(bar)"><b>x</b></a></p>'],
    ["a\n  b", "<p>a<br>&nbsp;&nbsp;b</p>"],
    [
      "| a | b |\n|---|:-:|\n| **1** | 2 |",
      "<table><tr><th>a</th><th>b</th></tr><tr><td><b>1</b></td><td>2</td></tr></table>",
    ],
    ["[a](https://b.test) [c](javascript:x)", '<p><a href="https://b.test">a</a> [c](javascript:x)</p>'],
  ])("%j", (words, html) => {
    expect(stripped(wordsToHtml(words))).toBe(html);
  });

  it("makes no link by another name, heading or quote of a value in a saved reply", () => {
    const pieces = [
      "[",
      "]",
      "](",
      "(",
      ")",
      "https://evil.example",
      "*",
      "_",
      "`",
      "# ",
      "> ",
      "\\",
      "~~~",
      " ",
      "Pay",
    ];
    const hostile = array(constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));
    assert(
      property(hostile, hostile, (first, second) => {
        const html = wordsToHtml(
          `${escapeValue(first, "\n")}\n\n${escapeValue(first, " ")} and ${escapeValue(second)}`,
        );
        expect(html).not.toMatch(/<(b|pre|blockquote)[ >]/);
        for (const [, href = "", text = ""] of html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g))
          expect(text).toBe(href);
      }),
    );
  });

  it("holds no tag but those of the letter, whatever was typed", () => {
    const unit = constantFrom(
      "<",
      ">",
      '"',
      "'",
      "&",
      "`",
      "```",
      "**",
      "_",
      "~~",
      "[",
      "](",
      ")",
      "!",
      "#",
      "> ",
      "- ",
      "1. ",
      "\n",
      "  ",
      "https://a.test/",
      "javascript:",
      "attachment:1",
      "<script>",
      "onerror=",
      "a",
      " ",
    );
    const allowed =
      /<\/?(?:p|b|i|s|br|hr|ul|ol|li|pre|code|blockquote|a|table|tr|th|td)(?: (?:href|style|start)="[^"<>]*")*>/g;
    assert(
      property(string({ unit, maxLength: 60 }), (words) => {
        const html = wordsToHtml(words);
        expect(html.replaceAll(allowed, "")).not.toMatch(/[<>]/);
        expect(html).not.toMatch(/href="(?!https?:|mailto:)/);
      }),
    );
  });

  it("takes the longest comment of marks without ado", () => {
    for (const unit of ["**a ", "[a](", "> ", "- a\n", "`a", "_a ", "1. \n", "https://"]) {
      const started = performance.now();
      wordsToHtml(unit.repeat(20_000 / unit.length));
      wordsToText(unit.repeat(20_000 / unit.length));
      expect(performance.now() - started, unit).toBeLessThan(2000);
    }
  });
});
