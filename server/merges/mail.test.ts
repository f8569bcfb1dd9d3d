import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Name, World } from "../../test/support/app/app-with-people.ts";
import { deliver } from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test"]);
});
afterAll(() => world.end());
beforeEach(() => world.pass(2 * 3_600_000));

type Raised = { id: string; uid: string };
const TOMAS = "tomas@kestrel.test";
const PRIYA = "priya@kestrel.test";

async function raise(by: Name, subject: string): Promise<Raised> {
  const { body } = await world.as(by).post("/tickets", { subject, issue: "It does not work." });
  await world.drain();
  return body.ticket;
}
async function answer({ id }: Raised, comment: string): Promise<void> {
  world.pass(60_000);
  expect((await world.as("idris").post(`/tickets/${id}/comments`, { comment })).status).toBe(201);
  await world.drain();
}
async function merge(kept: Raised, merged: Raised): Promise<string> {
  world.pass(60_000);
  const { body } = await world.as("idris").post(`/tickets/${kept.id}/merge`, { ids: [merged.id] });
  await world.drain();
  return body.merges[0].id;
}
type Mail = { message_id: string; references: string; in_reply_to: string; body_text: string };
async function mailsTo(address: string): Promise<Mail[]> {
  const { rows } = await world.pool.query<Mail>(
    `select message_id, "references", in_reply_to, body_text from mails where "to" = $1 order by position`,
    [address],
  );
  return rows;
}
const newest = async (address: string) => (await mailsTo(address)).at(-1);

describe("after a merge", () => {
  it("nobody is mailed about it, and the next answer says it once and goes on from the old thread", async () => {
    const [kept, merged] = [await raise("priya", "VPN drops"), await raise("tomas", "Desktop freezes")];
    await answer(merged, "Which desktop?");
    const old = await newest(TOMAS);
    const before = (await mailsTo(TOMAS)).length + (await mailsTo(PRIYA)).length;
    await merge(kept, merged);
    expect((await mailsTo(TOMAS)).length + (await mailsTo(PRIYA)).length).toBe(before);
    await answer(kept, "It is fixed.");
    const line = `${merged.uid} is now part of this conversation.`;
    for (const address of [TOMAS, PRIYA]) expect((await newest(address))?.body_text).toContain(line);
    const first = await newest(TOMAS);
    expect(first?.in_reply_to).toBe(old?.message_id);
    expect(first?.references).toContain(old?.message_id);
    expect(first?.references).toContain(`<ticket-${merged.id}@`);
    await answer(kept, "Really.");
    for (const address of [TOMAS, PRIYA]) expect((await newest(address))?.body_text).not.toContain(line);
  });

  it("an answer to an old mail lands on the ticket that stays, and is theirs if the merge is undone", async () => {
    const [kept, merged] = [await raise("priya", "VPN drops"), await raise("tomas", "Desktop freezes")];
    await answer(merged, "Which desktop?");
    const old = await newest(TOMAS);
    const id = await merge(kept, merged);
    const mail = await deliver(world, {
      from: TOMAS,
      signed: true,
      subject: "Re: Desktop",
      text: "The one by the window",
      inReplyTo: old?.message_id ?? "",
    });
    expect(mail).toMatchObject({ state: "done", ticket_id: kept.id });
    const { items } = (await world.as("idris").get(`/tickets/${kept.id}/merges`)).body;
    expect(items[0].since).toMatchObject([{ text: "The one by the window", is_theirs: true }]);
    const body = { merge_ids: [id], comment_ids: [items[0].since[0].id] };
    expect((await world.as("idris").post("/tickets/merges/undo", body)).status).toBe(200);
    const { comments } = (await world.as("tomas").get(`/tickets/${merged.id}/comments`)).body;
    expect(comments.map(({ comment }: { comment: string }) => comment)).toEqual([
      "Which desktop?",
      "The one by the window",
    ]);
    // The mail stands beside the comment that it brought, wherever that is.
    const mails = (await world.as("idris").get(`/tickets/${merged.id}/mails`)).body.items;
    expect(mails.some(({ comment_id }: { comment_id: string }) => comment_id === comments[1].id)).toBe(true);
  });

  it("no word of a note that moved is in any mail", async () => {
    const [kept, merged] = [await raise("priya", "VPN drops"), await raise("tomas", "Desktop freezes")];
    await world
      .as("idris")
      .post(`/tickets/${merged.id}/comments`, { comment: "Ocelot", visibility: "internal" });
    await merge(kept, merged);
    await answer(kept, "It is fixed.");
    for (const address of [TOMAS, PRIYA])
      for (const { body_text } of await mailsTo(address)) expect(body_text).not.toContain("Ocelot");
  });
});
