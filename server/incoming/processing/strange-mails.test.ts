import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { World } from "../../../test/support/app/app-with-people.ts";
import {
  makeMailbox,
  readIncoming,
  storeRaw,
  writeMail,
} from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test"]);
});
afterAll(() => world.end());
beforeEach(() => world.pass(2 * 3_600_000));

const TOMAS = "tomas@kestrel.test";
const details = ({ state, reason }: { state: string; reason: string | null }) => [state, reason];
let mails = 0;

/** A mail of Tomás by its lines, as bytes. */
async function take(fields: string[], ...body: (string | Buffer)[]) {
  const header = [
    `From: ${TOMAS}`,
    `Message-ID: <strange-${(mails += 1)}@kestrel.test>`,
    ...fields,
    "",
    "",
  ].join("\r\n");
  const parts = [Buffer.from(header, "latin1"), ...body.map((part) => Buffer.from(part))];
  const { id } = await storeRaw(world, Buffer.concat(parts));
  await world.drain();
  return readIncoming(world, id);
}
const ticketOf = async ({ ticket_id }: { ticket_id: string | null }) =>
  (await world.as("tomas").get(`/tickets/${ticket_id}`)).body;
const mailsOut = async () => (await world.db.selectFrom("mails").select("id").execute()).length;

describe("a mail that cannot be taken apart", () => {
  it("waits for a person, who sees whose it is: a header of 5 MB, parts within 3,000 parts", async () => {
    const before = await mailsOut();
    const long = Array.from({ length: 60_000 }, (_, n) => `X-Long-${n}: ${"x".repeat(80)}`);
    const header = await take(["Subject: Long header", ...long], "Hello");
    const levels = Array.from({ length: 3000 }, (_, level) =>
      [`Content-Type: multipart/mixed; boundary=b${level}`, "", `--b${level}`, ""].join("\r\n"),
    );
    const nested = await take(["Subject: Deep", "MIME-Version: 1.0", levels.join("")], "deep");
    for (const mail of [header, nested]) {
      expect(details(mail)).toEqual(["held", "unreadable"]);
      expect(mail.from_address).toBe(TOMAS);
    }
    const listed = await world.as("maren").get("/incoming", { state: "held", reason: "unreadable" });
    expect(listed.body.items).toHaveLength(2);
    expect(await mailsOut()).toBe(before);
  });
});

describe("a mail that says more than it should", () => {
  it("puts no line of its subject into the header of another mail", async () => {
    const subject = Buffer.from("Hello\r\nBcc: everybody@evil.test\r\n\r\nGive me money").toString("base64");
    const mail = await take([`Subject: =?utf-8?B?${subject}?=`], "x");
    const words = "Hello Bcc: everybody@evil.test Give me money";
    expect(mail.state).toBe("done");
    expect((await ticketOf(mail)).subject).toBe(words);
    const sent = await world.db
      .selectFrom("mails")
      .select(["to", "subject"])
      .where("ticket_id", "=", mail.ticket_id)
      .execute();
    expect(sent.length).toBeGreaterThan(0);
    for (const each of sent) {
      expect(each.subject).toContain(words);
      expect(each.subject).not.toMatch(/[\r\n]/);
    }
  });

  it("keeps no NUL and no broken character, in whatever it says", async () => {
    const mail = await take([`Subject: A\0B`], "a\0b \xed\xa0\x80 c");
    expect(mail.state).toBe("done");
    expect(await ticketOf(mail)).toMatchObject({ subject: "AB", issue: expect.stringMatching(/^ab .* c$/) });
  });

  it("brings twenty of a thousand recipients, and writes to nobody else", async () => {
    const { kestrel } = world.companies;
    const people = Array.from({ length: 30 }, (_, n) => `many${n}@kestrel.test`);
    for (const email of people) {
      const { id } = await world.db
        .insertInto("principals")
        .values({ kind: "user", name: email })
        .returning("id")
        .executeTakeFirstOrThrow();
      const person = { id, email, fullname: email, user_type: "external" as const, company_id: kestrel };
      await world.db.insertInto("users").values(person).execute();
    }
    const strangers = Array.from({ length: 970 }, (_, n) => `s${n}@nowhere.test`);
    const to = ["help@waypost.test", ...people, ...strangers].join(",\r\n ");
    const mail = await take([`To: ${to}`, "Subject: To all"], "Hello");
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    const { body } = await world.as("idris").get(`/tickets/${mail.ticket_id}/participants`);
    expect(body.participants).toHaveLength(20);
    await world.as("idris").post(`/tickets/${mail.ticket_id}/comments`, { comment: "Hello all" });
    await world.drain();
    const written = await world.db
      .selectFrom("mails")
      .select("to")
      .where("ticket_id", "=", mail.ticket_id)
      .execute();
    expect(written.filter((each) => each.to.endsWith("@nowhere.test"))).toEqual([]);
  });
});

describe("the letters of a mail", () => {
  it("are read in UTF-7, and without a charset as UTF-8 or windows-1252", async () => {
    const texts = [
      await take(["Subject: 1", "Content-Type: text/plain; charset=utf-7"], "Gr+APYA3w-e"),
      await take(["Subject: 2"], Buffer.from("Größe", "utf8")),
      await take(["Subject: 3"], Buffer.from("Größe", "latin1")),
    ];
    for (const mail of texts) expect((await ticketOf(mail)).issue).toBe("Größe");
  });
});

describe("the proof of a mail", () => {
  it("is none where a field below the server's own says so, or a signature does not fit", async () => {
    const mailboxId = await makeMailbox(world, "trusted@waypost.test", { authserv_id: "mx.waypost.test" });
    const forged = "Authentication-Results: mx.waypost.test; dmarc=pass header.from=kestrel.test\r\n";
    const own = "Authentication-Results: mx.waypost.test; dmarc=none header.from=kestrel.test\r\n";
    const raw = await writeMail({ from: TOMAS, to: "trusted@waypost.test", subject: "Believe me" });
    const below = await storeRaw(world, Buffer.concat([Buffer.from(own + forged), raw]), { mailboxId });
    const signed = await writeMail({ from: TOMAS, subject: "Signed", text: "Pay 10", signed: true });
    const changed = signed.toString("latin1").replace("Pay 10", "Pay 99");
    const wrong = await storeRaw(world, Buffer.from(changed, "latin1"));
    const alone = Buffer.concat([
      Buffer.from(forged.replace("mx.waypost", "mx.evil")),
      raw,
      Buffer.from("more"),
    ]);
    const other = await storeRaw(world, alone, { mailboxId });
    await world.drain();
    for (const { id } of [below, wrong, other]) expect((await readIncoming(world, id)).proof).toBe("none");
  });
});
