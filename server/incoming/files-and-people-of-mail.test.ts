import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BLOCKED_FILE_TYPES } from "#contract/incoming/blocked-file-types.ts";
import type { World } from "../../test/support/app/app-with-people.ts";
import { deliver } from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";
import {
  type MailedTicket,
  raiseMailedTicket,
  replyAddress,
  TOMAS,
} from "../../test/support/incoming/mailed-ticket.ts";

let world: World;
let ticket: MailedTicket;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "aster.test", "waypost.test"], "reject");
});
afterAll(() => world.end());
beforeEach(async () => {
  ticket = await raiseMailedTicket(world);
});

describe("a client's mail", () => {
  it("brings its files, but not programs, and shows its pictures where they stood", async () => {
    const png = Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08\x06\0\0\0", "latin1"),
      Buffer.alloc(64, 3),
    ]);
    const mail = await deliver(world, {
      from: TOMAS,
      subject: "With files",
      text: undefined,
      html: '<p>See here:</p><p><img src="cid:pic@x" alt="screen"></p>',
      attachments: [
        { filename: "screen.png", content: png, cid: "pic@x", contentDisposition: "inline" },
        { filename: "list.csv", content: "a,b\n1,2\n" },
        { filename: "payload.exe", content: Buffer.from("MZ\0\0binary\0") },
      ],
      signed: true,
    });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}`);
    const names = body.attachments.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(["list.csv", "screen.png"]);
    const picture = body.attachments.find(({ name }: { name: string }) => name === "screen.png");
    expect(body.issue).toContain(`](attachment:${picture.id})`);
    expect(body.issue).toMatch(/payload\.exe was not kept: blocked file type$/);
  });

  it("leaves out the kinds of files that the desk's setting names, and no others", async () => {
    await world.as("maren").patch("/settings", { mail_blocked_types: ["csv", "zip"] });
    const mail = await deliver(world, {
      from: TOMAS,
      subject: "With other files",
      attachments: [
        { filename: "list.CSV", content: "a,b\n1,2\n" },
        { filename: "payload.exe", content: Buffer.from("MZ\0\0binary\0") },
      ],
      signed: true,
    });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}`);
    expect(body.attachments.map(({ name }: { name: string }) => name)).toEqual(["payload.exe"]);
    expect(body.issue).toMatch(/list\.CSV was not kept: blocked file type$/);
    await world.as("maren").patch("/settings", { mail_blocked_types: [...BLOCKED_FILE_TYPES] });
  });

  it("brings nobody of Cc where the desk's setting says so, and names them", async () => {
    await world.as("maren").patch("/settings", { mail_cc_adds_colleagues: false });
    const mail = await deliver(world, { from: TOMAS, cc: "priya@kestrel.test", signed: true });
    await world.as("maren").patch("/settings", { mail_cc_adds_colleagues: true });
    const { body } = await world.as("idris").get(`/tickets/${mail.ticket_id}/participants`);
    expect(body.participants).toEqual([]);
    expect(mail.recipients).toMatchObject({ outside: ["priya@kestrel.test"] });
  });

  it("brings colleagues of Cc onto the ticket, and nobody else", async () => {
    const mail = await deliver(world, {
      from: TOMAS,
      cc: ["priya@kestrel.test", "jonas@aster.test", "rep@vendor.test"],
      subject: "For us both",
      signed: true,
    });
    const { body } = await world.as("idris").get(`/tickets/${mail.ticket_id}/participants`);
    expect(body.participants.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      world.idOf("priya"),
    ]);
    expect(mail.recipients).toMatchObject({ outside: ["jonas@aster.test", "rep@vendor.test"] });
  });

  it("brings nobody onto a ticket that was there before without proof: it may be forged", async () => {
    const to = await replyAddress(world, ticket, "tomas");
    const people = async () =>
      (await world.as("idris").get(`/tickets/${ticket.id}/participants`)).body.participants.map(
        ({ user_id }: { user_id: string }) => user_id,
      );
    const before = await people();
    const mail = await deliver(world, {
      from: TOMAS,
      to,
      cc: "priya@kestrel.test",
      text: "Read this, Priya",
    });
    expect(mail).toMatchObject({ state: "done", ticket_id: ticket.id, proof: "none" });
    expect(mail.recipients).toMatchObject({ outside: ["priya@kestrel.test"] });
    expect(await people()).toEqual(before);
    // People stand in the order in which they came.
    world.pass(60_000);
    await deliver(world, { from: TOMAS, to, cc: "priya@kestrel.test", text: "Once more", signed: true });
    expect(await people()).toEqual([...before, world.idOf("priya")]);
  });
});
