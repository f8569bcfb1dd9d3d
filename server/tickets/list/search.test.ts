import * as fc from "../../../test/support/property-seed.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldText } from "#contract/text/search-folding.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { jobs } from "#contract/jobs.ts";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

/** Words as people write them: several scripts, accents, digits, marks around and within them. */
const Word = fc.oneof(
  fc.stringMatching(/^[a-z]{2,12}$/),
  fc.stringMatching(/^[A-Z]{2,5}-\d{1,5}$/),
  fc.constantFrom(
    "Gdańsk",
    "naïve",
    "ÅNGSTRÖM",
    "Straße",
    "İzmir",
    "ﬁle",
    "Ελλάδα",
    "Київ",
    "東京",
    "한국어",
    "عربي",
    "x²",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }),
);
const Text = fc
  .array(Word, { minLength: 1, maxLength: 5 })
  .map((words) => words.join(" ").replaceAll("\0", ""));
const Story = fc.record({ subject: Text, issue: Text, answer: Text, note: Text });

const found = async (name: Name, search: string, id: string): Promise<boolean> => {
  const answer = await world.as(name).get("/tickets", { search, per_page: "1000" });
  expect(answer.status).toBe(200);
  return answer.body.items.some((row: { id: string }) => row.id === id);
};

/**
 * Lists what a person would type to find a text again: the words between blanks that hold a letter or digit. A vowel mark that has
 * a character of its own (U+FC5E) counts as a letter in Unicode and is none without what it stands on.
 */
function typed(text: string): string[] {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(foldText(word)) && word.length <= 60);
}

describe("searching", () => {
  it("finds a ticket by every word of it, for whoever may read the word, and for nobody else", async () => {
    await fc.assert(
      fc.asyncProperty(Story, async ({ subject, issue, answer, note }) => {
        const tomas = world.as("tomas");
        const raised = await tomas.post("/tickets", {
          subject: `s ${subject}`.slice(0, 200),
          issue: `i ${issue}`,
        });
        expect(raised.status).toBe(201);
        const { id } = raised.body.ticket;
        const path = `/tickets/${id}/comments`;
        await world.as("idris").post(path, { comment: `a ${answer}` });
        const secret = `qx${(notes += 1)}zz`;
        await world.as("idris").post(path, { comment: `${secret} ${note}`, visibility: "internal" });
        const open = [
          ...typed(raised.body.ticket.subject),
          ...typed(issue),
          ...typed(answer),
          "Tomás",
          "kestrel LOGISTICS",
        ];
        for (const word of open) {
          expect(await found("tomas", word, id), `Tomás: ${word}`).toBe(true);
          expect(await found("jonas", word, id), `Jonas: ${word}`).toBe(false);
        }
        for (const word of [...typed(note), secret])
          expect(await found("idris", word, id), `Idris: ${word}`).toBe(true);
        expect(await found("tomas", secret, id)).toBe(false);
        expect(await found("priya", secret, id)).toBe(false);
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  it("forgets what was changed or deleted", async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Armadillo", issue: "Pangolin" });
    const { id } = raised.body.ticket;
    const comment = await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "Ocelot" });
    await world.as("idris").put(`/tickets/${id}`, { subject: "Beaver", issue: "Marmot" });
    await world.as("tomas").delete(`/tickets/${id}/comments/${comment.body.id}`);
    for (const gone of ["armadillo", "pangolin", "ocelot"])
      expect(await found("idris", gone, id), gone).toBe(false);
    for (const there of ["beaver", "marm", "tomas"])
      expect(await found("idris", there, id), there).toBe(true);
  });

  it("learns a client's and a company's new name", async () => {
    const raised = await world.as("jonas").post("/tickets", { subject: "Any", issue: "x" });
    const { id } = raised.body.ticket;
    await world.pool.query("update users set fullname = 'Jonas Albatross' where id = $1", [
      world.idOf("jonas"),
    ]);
    await world.pool.query("update companies set name = 'Heron Legal' where id = $1", [
      world.companies.aster,
    ]);
    await enqueue(world, jobs.reindexTickets, { user_id: world.idOf("jonas") });
    await enqueue(world, jobs.reindexTickets, { company_id: world.companies.aster });
    await world.drain();
    expect(await found("idris", "albatross", id)).toBe(true);
    expect(await found("idris", "heron", id)).toBe(true);
    expect(await found("idris", "aster", id)).toBe(false);
  });

  it("takes conversations of any length", async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Long", issue: "x" });
    const { id } = raised.body.ticket;
    for (let n = 0; n < 30; n += 1) {
      const answer = await world.as("tomas").post(`/tickets/${id}/comments`, { comment: logs(n * 1700) });
      expect(answer.status).toBe(201);
    }
    await world.as("tomas").post(`/tickets/${id}/comments`, { comment: "lastword" });
    expect(await found("tomas", "lastword", id)).toBe(true);
    expect(await found("tomas", "long", id)).toBe(true);
    // Half a megabyte of words is written anew thirty times, beside whatever else the machine does.
  }, 180_000);
});

let notes = 0;

const logs = (from: number) =>
  Array.from({ length: 1700 }, (_, n) => `line${(from + n) * 7919}w`)
    .join(" ")
    .slice(0, 19_990);
