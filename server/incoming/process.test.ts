import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { World } from "../../test/support/app/app-with-people.ts";
import { deliver, readIncoming, storeRaw, writeMail } from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";
import {
  commentsOf,
  details,
  type MailedTicket,
  raiseMailedTicket,
  replyAddress,
  TOMAS,
} from "../../test/support/incoming/mailed-ticket.ts";
import { processMail } from "./process.ts";

let world: World;
let ticket: MailedTicket;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "aster.test", "waypost.test"], "reject");
});
afterAll(() => world.end());
beforeEach(async () => {
  ticket = await raiseMailedTicket(world);
});

describe("processing", () => {
  it("acts once, however often and by however many it is done", async () => {
    const { id } = await storeRaw(
      world,
      await writeMail({ from: TOMAS, to: await replyAddress(world, ticket, "tomas"), text: "Once" }),
    );
    await Promise.all(Array.from({ length: 6 }, () => processMail(world.app, id)));
    await processMail(world.app, id);
    expect(await commentsOf(world, ticket.id)).toHaveLength(1);
  });

  it("takes ten mails at once to one ticket: ten comments, nobody waits for each other", async () => {
    const to = await replyAddress(world, ticket, "tomas");
    const stored = await Promise.all(
      Array.from({ length: 10 }, async (_, n) =>
        storeRaw(world, await writeMail({ from: TOMAS, to, cc: "priya@kestrel.test", text: `Number ${n}` })),
      ),
    );
    await Promise.all(stored.map(({ id }) => processMail(world.app, id)));
    expect(await commentsOf(world, ticket.id)).toHaveLength(10);
  });

  it("holds the eleventh mail of ten minutes on one ticket", async () => {
    const to = await replyAddress(world, ticket, "tomas");
    const states: string[] = [];
    for (let n = 0; n < 11; n += 1)
      states.push((await deliver(world, { from: TOMAS, to, text: `Mail ${n}` })).state);
    expect(states).toEqual([...Array.from({ length: 10 }, () => "done"), "held"]);
  });

  it("takes more of a system, in one ticket and in new ones, up to 600 an hour", async () => {
    await world.as("maren").patch("/settings", { mail_system_senders: ["Tomas@Kestrel.test"] });
    onTestFinished(
      async () => void (await world.as("maren").patch("/settings", { mail_system_senders: [] })),
    );
    const to = await replyAddress(world, ticket, "tomas");
    for (let n = 0; n < 12; n += 1)
      expect((await deliver(world, { from: TOMAS, to, text: `Alarm ${n}` })).state).toBe("done");
    const write = (count: number) =>
      world.pool.query(
        `insert into incoming_mails (id, identity, bytes, from_address, state, opened_ticket, received_at)
         select gen_random_uuid(), sha256(uuid_send(gen_random_uuid())), 1, 'tomas@kestrel.test', 'done', true, $2
         from generate_series(1, $1)`,
        [count, world.clock.now()],
      );
    await write(587);
    expect((await deliver(world, { from: TOMAS, subject: "Disk full" })).state).toBe("done");
    const late = await deliver(world, { from: TOMAS, subject: "Disk full again" });
    expect(details(late)).toEqual(["held", "too_many"]);
    world.pass(3_600_001);
    expect((await deliver(world, { from: TOMAS, subject: "Disk full still" })).state).toBe("done");
  });

  it("goes through the mail first that another answers", async () => {
    const first = await storeRaw(
      world,
      await writeMail({ from: TOMAS, subject: "First", messageId: "<first@kestrel.test>" }),
    );
    const second = await storeRaw(
      world,
      await writeMail({ from: TOMAS, subject: "Re: First", inReplyTo: "<first@kestrel.test>", text: "More" }),
    );
    await processMail(world.app, second.id);
    const opened = await readIncoming(world, first.id);
    expect(opened.opened_ticket).toBe(true);
    expect(await readIncoming(world, second.id)).toMatchObject({
      state: "done",
      ticket_id: opened.ticket_id,
    });
  });

  it("fails a mail whose original is gone, where people see it", async () => {
    const { id } = await storeRaw(world, await writeMail({ from: TOMAS, text: "Gone" }));
    const { raw_hash } = await readIncoming(world, id);
    await world.app.files.delete(raw_hash ?? Buffer.alloc(0));
    await processMail(world.app, id);
    expect(details(await readIncoming(world, id))).toEqual(["failed", "unreadable"]);
  });

  it("answers and throws away a ticket at once, in one order or the other", async () => {
    const { id } = await storeRaw(
      world,
      await writeMail({ from: TOMAS, to: await replyAddress(world, ticket, "tomas"), text: "Race" }),
    );
    const [, gone] = await Promise.all([
      processMail(world.app, id),
      world.as("maren").delete(`/tickets/${ticket.id}`),
    ]);
    expect(gone.status).toBe(204);
    const mail = await readIncoming(world, id);
    expect([
      ["done", null],
      ["held", "ticket_in_trash"],
    ]).toContainEqual(details(mail));
  });
});
