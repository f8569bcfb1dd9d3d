import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { World } from "../../../test/support/app/app-with-people.ts";
import { deliver } from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "aster.test"]);
});
afterAll(() => world.end());
beforeEach(() => world.pass(2 * 3_600_000));

const TOMAS = "tomas@kestrel.test";

type File = { id: string; name: string; media_type: string };
async function read(id: string | null): Promise<{ issue: string; files: File[]; names: string[] }> {
  const { body } = await world.as("idris").get(`/tickets/${id}`);
  const files: File[] = body.attachments;
  return { issue: body.issue, files, names: files.map(({ name }) => name) };
}

const png = () =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08\x06\0\0\0", "latin1"),
    randomBytes(32),
  ]);

describe("the files of a mail", () => {
  it("stand on the ticket in the order in which they stood in the mail, and so do those of an answer", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `page ${(n * 7) % 12}.txt`);
    const attachments = names.map((filename) => ({ filename, content: `This is ${filename}` }));
    const mail = await deliver(world, { from: TOMAS, subject: "Pages", attachments, signed: true });
    expect((await read(mail.ticket_id)).names).toEqual(names);
    const { uid } = (await world.as("idris").get(`/tickets/${mail.ticket_id}`)).body;
    const other = attachments.toReversed();
    await deliver(world, { from: TOMAS, subject: `[${uid}]`, attachments: other, signed: true });
    const { body } = await world.as("tomas").get(`/tickets/${mail.ticket_id}/comments`);
    expect(body.comments[0].attachments.map(({ name }: File) => name)).toEqual(names.toReversed());
  });

  it("are taken as what their bytes are: an empty one, and an archive that is called a document", async () => {
    const zip = Buffer.concat([Buffer.from("PK\x03\x04\x14\0\0\0\b\0", "latin1"), randomBytes(64)]);
    const attachments = [
      { filename: "empty.txt", content: "" },
      { filename: "report.pdf", content: zip, contentType: "application/pdf" },
    ];
    const mail = await deliver(world, { from: TOMAS, subject: "Odd files", attachments, signed: true });
    expect(mail.state).toBe("done");
    const { files, names } = await read(mail.ticket_id);
    expect(names).toEqual(["empty.txt", "report.pdf"]);
    expect(files.map(({ media_type }) => media_type)).toEqual(["text/plain", "application/zip"]);
  });

  it("are left in the original where the space for attachments is full: the words arrive, and say which", async () => {
    await world.as("maren").patch("/settings", { attachments_gigabytes: 1 });
    const hash = randomBytes(32);
    const full = { hash, bytes: 1024 ** 3 - 40_000, created_at: world.clock.now() };
    await world.db.insertInto("blobs").values(full).execute();
    const attachments = [
      { filename: "small.txt", content: "fits" },
      { filename: "scan.bin", content: randomBytes(60_000) },
    ];
    const mail = await deliver(world, {
      from: TOMAS,
      subject: "No space",
      text: "Please look",
      attachments,
      signed: true,
    });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true });
    const { issue, names } = await read(mail.ticket_id);
    expect(names).toEqual([]);
    expect(issue).toBe(
      "Please look\n\nsmall.txt was not kept: the space for files is full, see the original\n" +
        "scan.bin was not kept: the space for files is full, see the original",
    );
    const original = await world.as("idris").get(`/tickets/${mail.ticket_id}/mails/${mail.id}/original`);
    expect(original.text).toContain("scan.bin");
    await world.db.deleteFrom("blobs").where("hash", "=", hash).execute();
    await world.as("maren").patch("/settings", { attachments_gigabytes: null });
    const later = await deliver(world, { from: TOMAS, subject: "Space", attachments, signed: true });
    expect((await read(later.ticket_id)).names).toEqual(["small.txt", "scan.bin"]);
  });
});

const sendAs = async (from: string, content: Buffer) => {
  world.pass(600_000);
  const html = '<p>Please look</p><p><img src="cid:logo@x" alt="Kestrel"></p>';
  const file = { filename: "logo.png", content, cid: "logo@x", contentDisposition: "inline" as const };
  const mail = await deliver(world, {
    from,
    subject: "Logo",
    text: undefined,
    html,
    attachments: [file],
    signed: true,
  });
  return read(mail.ticket_id);
};

describe("a picture that came with three mails of a domain", () => {
  it("is its logo and left in the original, for that domain alone", async () => {
    const logo = png();
    for (const from of [TOMAS, "priya@kestrel.test", TOMAS])
      expect((await sendAs(from, logo)).names).toEqual(["logo.png"]);
    const fourth = await sendAs("priya@kestrel.test", logo);
    expect(fourth.names).toEqual([]);
    expect(fourth.issue).toContain("Kestrel");
    expect(fourth.issue).not.toContain("attachment:");
    expect((await sendAs(TOMAS, png())).names).toEqual(["logo.png"]);
    expect((await sendAs("jonas@aster.test", logo)).names).toEqual(["logo.png"]);
  });
});
