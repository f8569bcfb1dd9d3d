import { describe, expect, it } from "vitest";
import { joinWords } from "./join-words.ts";

const priya = { user_id: "1", name: "Priya", isStaff: true };
const tomas = { user_id: "2", name: "Tomas", isStaff: false };

const brought = (id: string, effects: object) => ({ id, effects, known: [], stale: [] });

describe("words that come back into a box", () => {
  it("stand before those written since, with everybody mentioned once", () => {
    const back = { text: "@Priya One.", isInternal: false, mentions: [priya] };
    const since = { text: "@Priya @Tomas Two.", isInternal: false, mentions: [priya, tomas] };
    expect(joinWords(back, since)).toMatchObject({
      text: "@Priya One.\n\n@Priya @Tomas Two.",
      isInternal: false,
      mentions: [priya, tomas],
    });
  });

  it("keep what a saved reply has brought to either of them", () => {
    const back = { text: "One.", isInternal: false, brought: brought("1", { status: "pending" }) };
    const since = { text: "Two.", isInternal: false, brought: brought("2", { priority: "high" }) };
    expect(joinWords(back, since).brought).toMatchObject({
      id: "2",
      effects: { status: "pending", priority: "high" },
    });
    const without = { ...since, brought: undefined };
    expect(joinWords(back, without).brought).toEqual(back.brought);
  });

  it("are the box's only words where nothing was written since", () => {
    const back = { text: "One.", isInternal: false };
    expect(joinWords(back, { text: " ", isInternal: true })).toMatchObject(back);
  });

  it("go to all reporters if either did, and as a saved reply only where nothing else stands there", () => {
    const toAll = { ids: ["1"], ticked: {}, replyId: "2" };
    const back = { text: "One.", isInternal: false, toAll };
    expect(joinWords(back, { text: "", isInternal: false }).toAll).toEqual(toAll);
    expect(joinWords(back, { text: "Two.", isInternal: false }).toAll).toEqual({ ...toAll, replyId: null });
    expect(joinWords(back, { text: "A note.", isInternal: true }).toAll).toBeUndefined();
    const forThisTicket = { text: "One.", isInternal: false };
    expect(joinWords(forThisTicket, { text: "", isInternal: false, toAll }).toAll).toBeUndefined();
  });

  it("never make a note public, nor name anybody in it who may not read it", () => {
    const answer = { text: "One.", isInternal: false, mentions: [priya, tomas] };
    const note = { text: "Not for clients.", isInternal: true };
    const joined = { isInternal: true, mentions: [priya] };
    expect(joinWords(answer, note)).toMatchObject(joined);
    expect(joinWords(note, answer)).toMatchObject(joined);
  });
});
