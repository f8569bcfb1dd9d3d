import { describe, expect, test } from "vitest";
import { bodyOf, checkReply, valuesOf } from "./reply-values.ts";

const NEW = valuesOf(null);

describe("what is saved of the form", () => {
  test("a text that was left empty is none, nor is an empty list or line", () => {
    const values = {
      ...NEW,
      name: "VPN",
      texts: { en: "Hello", de: " \n" },
      effects: { add_tags: [], checklist: ["Order", " ", ""], status: "pending" as const },
    };
    expect(bodyOf(values)).toMatchObject({
      name: "VPN",
      texts: [{ language: "en", body: "Hello" }],
      effects: { status: "pending", checklist: ["Order"] },
      audience: "me",
      group_id: null,
    });
    expect(bodyOf(values).effects).not.toHaveProperty("add_tags");
  });

  test("a team is an audience with its id", () => {
    const id = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    expect(bodyOf({ ...NEW, group_id: id })).toMatchObject({ audience: "team", group_id: id });
    expect(bodyOf({ ...NEW, group_id: "everyone" })).toMatchObject({ audience: "everyone", group_id: null });
  });

  test("with neither a text nor an effect it is refused where a text can be written", () => {
    expect(checkReply({ ...NEW, texts: { en: " " }, effects: { add_tags: [] } })).toHaveProperty("texts");
    expect(checkReply({ ...NEW, texts: { de: "Hallo" } })).toEqual({});
    expect(checkReply({ ...NEW, effects: { status: "closed" } })).toEqual({});
  });
});
