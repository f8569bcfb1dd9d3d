import { array, assert, constantFrom, oneof, option, property, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { findCode } from "./code-places.ts";
import { escapeValue } from "./escape-value.ts";
import { PLACEHOLDERS, type PlaceholderName, type PlaceholderValues } from "./placeholders.ts";
import { findBlanks, findMissing, findPlaces, findUnknown, labelsOf, renderReply } from "./render.ts";

const valuesWith = (given: Partial<Record<PlaceholderName, string | null>> = {}): PlaceholderValues => ({
  "client.first_name": null,
  "client.name": null,
  "company.name": null,
  "ticket.uid": null,
  "ticket.subject": null,
  "assignee.first_name": null,
  "assignee.name": null,
  "team.name": null,
  "me.first_name": null,
  "me.name": null,
  "desk.name": null,
  today: null,
  "follow_up.date": null,
  ...given,
});
const NOTHING = valuesWith();
const rendered = (text: string, given = {}, fills = {}) => renderReply(text, valuesWith(given), fills).text;

describe("a saved reply's text", () => {
  it("leaves what is missing as it stands, and says what and where it is", () => {
    const { text, missing } = renderReply("Dear {{client.name}},\nabout {{ask: order number}}.", NOTHING);
    expect(text).toBe("Dear {{client.name}},\nabout {{ask: order number}}.");
    expect(missing).toEqual([
      { token: "{{client.name}}", label: "client.name", start: 5, end: 20 },
      { token: "{{ask: order number}}", label: "order number", start: 28, end: 49 },
    ]);
  });

  it("knows no other words in braces", () => {
    expect(findUnknown("{{client.nickname}} {{}} {{ask:}} {{client.name}} `{{x}}`")).toEqual([
      "{{client.nickname}}",
      "{{}}",
      "{{ask:}}",
    ]);
    expect(rendered("{{client.nickname}}")).toBe("{{client.nickname}}");
    const nested = "{{client.name|{{me.name}}}} {{{{client.name}}}} `{{a{{client.name}}}}` {{{client.name}}}";
    expect(findUnknown(nested)).toEqual(["{{client.name|{{me.name}}}}", "{{{{client.name}}}}"]);
  });

  it("is filled in, whatever spaces stand inside the braces, and with words for what is missing", () => {
    expect(rendered("{{ client.name }} of {{company.name|your company}}", { "client.name": "Tomás" })).toBe(
      "Tomás of your company",
    );
    expect(rendered("Hello {{client.first_name | there}}")).toBe("Hello there");
    expect(rendered("Hello{{client.first_name|}}!")).toBe("Hello!");
  });

  it("is filled in where a line ends between its words, and unknown where one ends within its name", () => {
    expect(
      rendered("Hello {{client.first_name|\nthere}}, {{\r\nclient.name }}", { "client.name": "Tomás" }),
    ).toBe("Hello there, Tomás");
    expect(rendered("{{company.name|your\n  company}}")).toBe("your company");
    expect(findBlanks("{{ask: order\nnumber}} {{ask: order number}}")).toEqual(["order number"]);
    expect(findUnknown("{{client.\nname}} `{{client.\nname}}` {{client.name|\n{{me.name}}}}")).toEqual([
      "{{client.name|\n{{me.name}}}}",
      "{{client.\nname}}",
    ]);
  });

  it("takes for its blanks what somebody typed, each blank of one name the same", () => {
    const text = "{{ask: order  number}} and {{ask: order number}}";
    expect(findBlanks(text)).toEqual(["order number"]);
    expect(rendered(text, {}, { "order number": " 48_15 " })).toBe("48_15 and 48_15");
    expect(rendered("{{ask: toString}}", {}, {})).toBe("{{ask: toString}}");
    expect(labelsOf(findMissing(rendered(text, {}, { "order number": " " })))).toEqual(["order number"]);
  });

  it("is left alone in code, where nothing is missing either", () => {
    const code =
      "`{{client.name}}` ``a ` {{client.name}}``\n```\n{{client.name}}\n```\n> ~~~\n> {{client.name}}";
    expect(renderReply(code, valuesWith({ "client.name": "Tomás" }))).toEqual({ text: code, missing: [] });
    expect(findPlaces("a ` b {{client.name}}\n\n` c")).toHaveLength(1);
    expect(findPlaces("``` a ``` {{client.name}}")).toHaveLength(1);
    expect(findPlaces("C:\\Users\\{{ask: user}}\\x")).toHaveLength(1);
  });
});

describe("a value", () => {
  it("is never a heading, a link, a quote, a fence or emphasis, and stays on its line", () => {
    const cases = {
      "# Pay now": "\\# Pay now",
      "> said": "\\> said",
      "~~~": "\\~\\~\\~",
      "[Pay](https://evil.example)": "\\[Pay\\](https://evil.example)",
      "*bold*": "\\*bold\\*",
      "\\*x\\*": "\\\\\\*x\\\\\\*",
      _it_: "\\_it\\_",
      "`x`": "\\`x\\`",
      "a\r\n\u2028# b": "a # b",
      "{{client.name}}": "\\{\\{client.name\\}\\}",
    };
    for (const [value, expected] of Object.entries(cases)) expect(escapeValue(value)).toBe(expected);
  });

  it("is spelt as it is where nothing in it is markup", () => {
    for (const name of [
      "Foo_Bar Ltd",
      "#1 Plumbing",
      "[URGENT] printer",
      "5 * 3",
      "C:\\{4D36}\\x",
      "O'Neill",
    ])
      expect(escapeValue(name)).toBe(name);
    expect(escapeValue("[URGENT]", "(")).toBe("\\[URGENT\\]");
  });

  it("is put in once: nothing inside it is filled in or looked for, whatever it is", () => {
    const name = constantFrom(...PLACEHOLDERS);
    const hostile = oneof(
      string({ unit: "binary" }),
      name.map((inside) => `{{${inside}}}`),
      array(
        constantFrom(
          "{",
          "}",
          "{{",
          "}}",
          "`",
          "\\",
          "[",
          "](",
          "#",
          "*",
          "_",
          "\n",
          "client.name",
          "ask: x",
          " ",
        ),
      ).map((parts) => parts.join("")),
    );
    assert(
      property(hostile, hostile, hostile, (first, second, third) => {
        const { text, missing } = renderReply(
          "Hello {{client.name}} of {{company.name}}{{team.name}}, {{ask: number}}",
          valuesWith({ "client.name": first, "company.name": second, "team.name": third }),
        );
        expect(labelsOf(missing)).toEqual(["number"]);
        expect(text).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
        expect(text).not.toMatch(/(?<!\\)\]\(/);
        expect(findCode(text)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("that is missing for one placeholder is missing at each of its places, and nowhere else", () => {
    const given = record(
      Object.fromEntries(PLACEHOLDERS.map((name) => [name, option(string({ minLength: 1 }))])),
    );
    assert(
      property(given, array(constantFrom(...PLACEHOLDERS)), (values, names) => {
        const { missing } = renderReply(names.map((name) => `{{${name}}}`).join(" and "), {
          ...NOTHING,
          ...values,
        });
        expect(missing.map(({ label }) => label)).toEqual(names.filter((name) => values[name] === null));
      }),
    );
  });

  it("costs time in proportion to the text", () => {
    const long = `${"{{client.name|".repeat(1000)}${"`".repeat(2000)}${"{".repeat(9000)}`;
    const started = performance.now();
    renderReply(long, NOTHING);
    renderReply("{{client.name}}", valuesWith({ "client.name": "\\".repeat(9000) + "*".repeat(9000) }));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
