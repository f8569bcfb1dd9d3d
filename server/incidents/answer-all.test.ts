import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answerAllCalls } from "../../test/support/app/answer-all-calls.ts";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import { byText, idsOf, type Raised } from "../../test/support/app/incident-calls.ts";
import { makeWorldWithFiles } from "../../test/support/app/world-with-files.ts";

let world: World;
let incident: Raised;
let printer: Raised;
let elsewhere: Raised;
const { raise, startOutage, add, answer, preview, upload, makeReply, commentsOf, wordsOf, notes, statusOf } =
  answerAllCalls(() => ({ world, incident, printer, elsewhere }));

beforeAll(async () => {
  world = await makeWorldWithFiles();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ incident, printer, elsewhere } = await startOutage());
});

const leftOut = ({ body }: { body: { left_out: { uid: string; why: string }[] } }) =>
  body.left_out.map(({ uid, why }) => [uid, why]).toSorted(byText);
const speak = (name: Name, locale: string | null) =>
  world.db.updateTable("users").set({ locale }).where("id", "=", world.idOf(name)).execute();

describe("the preview", () => {
  it("shows each ticket's own words, its readers, and what is missing", async () => {
    await world.as("lena").patch(`/tickets/${elsewhere.id}`, { status: "closed" });
    const { body } = await preview({ comment: "{{client.first_name}}: {{ticket.uid}} {{assignee.name}}" });
    expect(body.tickets).toMatchObject([
      { uid: printer.uid, why: null, can_take: true, missing: [{ label: "assignee.name" }] },
      { uid: elsewhere.uid, why: "closed", can_take: true },
    ]);
    expect(body.tickets[0].text).toMatch(new RegExp(`^\\S+: ${printer.uid} `));
    expect(body.tickets[0].readers.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      world.idOf("tomas"),
    ]);
    expect(body.tickets[1].readers.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      world.idOf("helena"),
    ]);
    // Before a word is written it says who would read it.
    expect((await preview()).body.tickets).toMatchObject([{ text: null }, { text: null }]);
    expect(await wordsOf(printer, "tomas")).toEqual([]);
  });

  it("of a saved reply is in each client's language", async () => {
    await speak("helena", "de");
    const { body } = await preview({ saved_reply_id: await makeReply({}) });
    expect(body.languages).toEqual(["de", "en"]);
    expect(
      body.tickets
        .map(({ uid, language }: Raised & { language: string }) => [uid, language])
        .toSorted(byText),
    ).toEqual(
      [
        [printer.uid, "en"],
        [elsewhere.uid, "de"],
      ].toSorted(byText),
    );
    await speak("helena", null);
  });
});

describe("an answer to all reporters", () => {
  it("is an answer of its own on each ticket, mailed to its own readers, and a note on the incident", async () => {
    const { body, status } = await answer({ comment: "Hello, {{ticket.uid}} is back." });
    expect([status, body.left_out, body.scheduled]).toEqual([200, [], null]);
    expect(await wordsOf(printer, "tomas")).toEqual([`Hello, ${printer.uid} is back.`]);
    expect(await wordsOf(elsewhere, "helena")).toEqual([`Hello, ${elsewhere.uid} is back.`]);
    const [note = ""] = await notes();
    expect(note).toMatch(/^2 reporters answered: WP-\d+, WP-\d+\n\nHello, \{\{ticket.uid\}\} is back\.$/);
    for (const { uid } of [printer, elsewhere]) expect(note).toContain(uid);
    await world.drain();
    const mails = await world.db.selectFrom("mails").select(["to", "ticket_id", "body_text"]).execute();
    expect(
      mails.map(({ ticket_id, body_text }) => [ticket_id, body_text.includes("is back")]).toSorted(byText),
    ).toEqual(
      [
        [printer.id, true],
        [elsewhere.id, true],
      ].toSorted(byText),
    );
    const history = (await world.as("idris").get(`/tickets/${incident.id}/history`)).body.items;
    expect(history.map(({ kind }: { kind: string }) => kind)).toContain("ticket.answered_all");
  });

  it("is in each one's language where it is a saved reply, whose use is counted per ticket", async () => {
    await speak("helena", "de");
    const saved_reply_id = await makeReply({});
    await answer({ comment: undefined, saved_reply_id });
    expect((await wordsOf(printer, "tomas"))[0]).toMatch(/^Hello .* is back\.$/);
    expect((await wordsOf(elsewhere, "helena"))[0]).toMatch(/^Guten Tag .* geht wieder\.$/);
    expect((await world.as("idris").get(`/replies/${saved_reply_id}`)).body.reply.uses).toBe(2);
    await speak("helena", null);
  });

  it("mentions nobody, and expands no name that looks like a place", async () => {
    const old = await world.db
      .selectFrom("users")
      .select("fullname")
      .where("id", "=", world.idOf("tomas"))
      .executeTakeFirstOrThrow();
    await world.db
      .updateTable("users")
      .set({ fullname: "{{company.name}} x" })
      .where("id", "=", world.idOf("tomas"))
      .execute();
    await answer({ comment: "{{client.name}} @Lena Fischer", child_ids: [printer.id] });
    expect((await wordsOf(printer, "tomas"))[0]).not.toMatch(/Kestrel/);
    expect((await commentsOf(printer, "tomas"))[0].mentions).toEqual([]);
    await world.db.updateTable("users").set(old).where("id", "=", world.idOf("tomas")).execute();
  });

  it("leaves out and names what changed since it was chosen", async () => {
    const [trashed, merged, kept, unlinked, closed, anonymous] = [
      await raise("tomas", "Trashed"),
      await raise("tomas", "Merged"),
      await raise("tomas", "Kept"),
      await raise("priya", "Unlinked"),
      await raise("priya", "Closed"),
      await raise("idris", "Of nobody"),
    ];
    const chosen = [trashed, merged, unlinked, closed, anonymous];
    await add(chosen);
    await world.as("maren").delete(`/tickets/${trashed.id}`);
    await world.as("idris").post(`/tickets/${kept.id}/merge`, { ids: [merged.id] });
    const { reporters } = (await world.as("idris").get(`/tickets/${incident.id}/reporters`)).body;
    const out = reporters.find(({ id }: Raised) => id === unlinked.id);
    await world.as("idris").delete(`/tickets/${unlinked.id}/links/${out.link_id}`);
    await world.as("lena").patch(`/tickets/${closed.id}`, { status: "closed" });
    const sent = await answer({ child_ids: idsOf([printer, ...chosen]) }, "maren");
    expect(leftOut(sent)).toEqual(
      [
        [trashed.uid, "in_trash"],
        [merged.uid, "merged"],
        [unlinked.uid, "unlinked"],
        [closed.uid, "closed"],
        [anonymous.uid, "no_client"],
      ].toSorted(byText),
    );
    expect(sent.body.reached.map(({ uid }: Raised) => uid)).toEqual([printer.uid]);
    expect((await notes())[0]).toMatch(new RegExp(`\nLeft out: .*${merged.uid}, merged`));
    // One that was closed when it was chosen gets it all the same.
    expect((await answer({ child_ids: [closed.id], closed_ids: [closed.id] })).body.reached).toHaveLength(1);
  });

  it("leaves out a ticket whose readers are not those that were seen", async () => {
    const { tickets } = (await preview()).body;
    const seen = Object.fromEntries(
      tickets.map(({ id, digest }: { id: string; digest: string }) => [id, digest]),
    );
    await world.as("idris").post(`/tickets/${printer.id}/participants`, { user_id: world.idOf("priya") });
    const sent = await answer({ seen });
    expect(leftOut(sent)).toEqual([[printer.uid, "readers_changed"]]);
    expect(await wordsOf(printer, "tomas")).toEqual([]);
    expect(await wordsOf(elsewhere, "helena")).toEqual(["The line is back."]);
  });

  it("sets a status with it, as one action with one undo, and begins the work on what is new", async () => {
    const { body } = await answer({ status: "pending" });
    expect([await statusOf(printer), await statusOf(elsewhere), await statusOf(incident)]).toEqual([
      "pending",
      "pending",
      "open",
    ]);
    await world.as("idris").post(`/tickets/undo/${body.group_id}`);
    expect([await statusOf(printer), await statusOf(elsewhere)]).toEqual(["open", "open"]);
  });

  it("brings files of its own to every ticket", async () => {
    await answer({ attachment_ids: [await upload()] });
    const files = await Promise.all([
      commentsOf(printer, "tomas"),
      commentsOf(elsewhere, "helena"),
      commentsOf(incident, "lena"),
    ]);
    const ids = files.map((comments) => comments[0].attachments[0]?.id);
    expect(new Set(ids).size).toBe(3);
    expect((await world.as("tomas").get(`/attachments/${ids[0]}`)).status).toBe(200);
    for (const id of ids.slice(1))
      expect((await world.as("tomas").get(`/attachments/${id}`)).status).toBe(404);
    expect((await answer({ attachment_ids: [ids[0]] })).status).toBe(422);
  });
});
