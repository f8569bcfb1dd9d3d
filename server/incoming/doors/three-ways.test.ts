import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { saveMailboxSecret } from "#server/mailboxes/secrets.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { makeImapMailbox, startImapDoor, untilState } from "../../../test/support/incoming/imap-desk.ts";
import { startImapServer } from "../../../test/support/mail-servers/imap-server.ts";
import { writeMail } from "../../../test/support/incoming/incoming-mail.ts";
import { openSmtp } from "../../../test/support/mail-servers/smtp-client.ts";
import { freePort } from "../../../test/support/processes/spawn-app.ts";
import { openListener } from "./listener/listener.ts";

let world: World;
let port: number;
beforeAll(async () => {
  port = await freePort();
  world = await makeWorld({ MAIL_LISTEN: `smtp://127.0.0.1:${port}` });
});
afterAll(() => world.end());

it("the same mail by three ways at once is one mail, and each way is written down", async () => {
  const server = await startImapServer();
  onTestFinished(() => server.stop());
  const listener = await openListener(world.app);
  onTestFinished(() => listener.stop());
  const id = await makeImapMailbox(world, server, { address: "help@waypost.test" });
  const { app, db, clock } = world;
  await saveMailboxSecret({ app, db, now: clock.now() }, { mailboxId: id, kind: "hook", text: "secret" });
  await startImapDoor(world);
  await untilState(world, id, "ok");
  const raw = await writeMail({ from: "tomas@kestrel.test", subject: "By three ways" });
  server.deliver(raw);
  const [smtp, hook] = await Promise.all([sendBySmtp(raw), callHook(id, raw)]);
  expect([smtp, hook]).toEqual(["250 2.0.0 Stored", 202]);
  const deliveries = () =>
    db
      .selectFrom("incoming_deliveries as d")
      .innerJoin("incoming_mails as m", "m.id", "d.incoming_id")
      .select(["d.door", "m.id"])
      .where("m.subject", "=", "By three ways")
      .orderBy("d.door")
      .execute();
  await expect
    .poll(async () => (await deliveries()).map(({ door }) => door))
    .toEqual(["hook", "imap", "listener"]);
  expect(new Set((await deliveries()).map((each) => each.id)).size).toBe(1);
});

async function sendBySmtp(raw: Buffer): Promise<string | null> {
  const client = await openSmtp(port);
  for (const line of [
    "EHLO mx.kestrel.test",
    "MAIL FROM:<tomas@kestrel.test>",
    "RCPT TO:<help@waypost.test>",
  ])
    await client.say(line);
  return client.sendData(raw);
}

async function callHook(id: string, raw: Buffer): Promise<number> {
  const at = Math.floor(world.clock.now().getTime() / 1000);
  const hash = createHash("sha256").update(raw).digest("hex");
  const hex = createHmac("sha256", "secret").update(`${at}\n\nhelp@waypost.test\n${hash}`).digest("hex");
  const answer = await world.fastify.inject({
    method: "POST",
    url: `/api/mailboxes/${id}/raw`,
    headers: {
      "content-type": "message/rfc822",
      "x-waypost-envelope-to": "help@waypost.test",
      "x-waypost-signature": `t=${at},v1=${hex}`,
    },
    payload: raw,
  });
  return answer.statusCode;
}
