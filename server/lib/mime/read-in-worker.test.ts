import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { parseMail } from "./parse.ts";
import { createMailReader, type MailReader } from "./read-in-worker.ts";

let reader: MailReader;
afterEach(() => reader.stop());

const MAIL = Buffer.from(
  [
    "From: Tomás Aguilar <tomas@kestrel.example>",
    "Subject: Printer on floor 2 jams",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "",
    "It jams.",
    "--b",
    "Content-Type: text/csv; name=log.csv",
    "",
    "a,b",
    "--b--",
  ].join("\r\n"),
);

/** Elements within elements, as many as are looked at: read in a second or more. */
const HTML = `--b\r\nContent-Type: text/html\r\n\r\n${"<b><i>x".repeat(250_000)}\r\n`;
const LABORIOUS = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${HTML.repeat(10)}`);

/** Of a text each line is held. */
const LARGE = Buffer.from(`\r\n${"word\r\n".repeat(200_000)}`);

describe("the reader of mails", () => {
  it("fails the one mail that takes too long, and reads the next", async () => {
    reader = createMailReader({ millisecondsPerMail: 500 });
    await expect(reader.readMail(LABORIOUS)).rejects.toMatchObject({ because: "took_too_long" });
    // On a busy machine any mail may take so long.
    const readNext = () => reader.readMail(MAIL).catch(() => null);
    await expect.poll(readNext).toMatchObject({ words: "It jams." });
  });

  it("fails the one mail that needs more memory than there is, and reads those that waited", async () => {
    reader = createMailReader({ heapMegabytes: 16 });
    const [large, small] = await Promise.allSettled([reader.readMail(LARGE), reader.readMail(MAIL)]);
    expect(large).toMatchObject({ status: "rejected", reason: { because: "too_much_memory" } });
    expect(small).toMatchObject({ status: "fulfilled", value: { words: "It jams." } });
  });

  it("reads what the parser reads, files included", async () => {
    reader = createMailReader();
    const [there, here] = await Promise.all([reader.readMail(MAIL), parseMail(MAIL)]);
    expect(there).toEqual(here);
    expect(Buffer.from(there.files[0]?.bytes ?? []).toString()).toBe("a,b");
  });

  it("reads a mail of 40 MB within its heap", async () => {
    reader = createMailReader({ millisecondsPerMail: 60_000 });
    const bytes = Buffer.alloc(24 * 1024 * 1024, "file");
    const lines = bytes.toString("base64").replaceAll(/.{76}/g, "$&\r\n");
    const file = `Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`;
    const mail = await reader.readMail(Buffer.from(file));
    expect(mail.files[0]?.bytes.length).toBe(bytes.length);
  });

  it("begins with the first mail and ends when none came for a while", async () => {
    reader = createMailReader({ idleMilliseconds: 20 });
    expect(reader.isRunning()).toBe(false);
    const mails = await Promise.all(Array.from({ length: 20 }, () => reader.readMail(MAIL)));
    expect(mails.every(({ words }) => words === "It jams.")).toBe(true);
    await expect.poll(() => reader.isRunning()).toBe(false);
    expect(await reader.readMail(MAIL)).toMatchObject({ words: "It jams." });
  });

  it.runIf(process.platform === "linux")("leaves the processor to who answers people", async () => {
    reader = createMailReader();
    await reader.readMail(MAIL);
    const usual = readNiceness(String(process.pid));
    const threads = readdirSync("/proc/self/task").map((thread) => readNiceness(thread));
    expect(threads.filter((niceness) => niceness > usual)).toHaveLength(1);
  });

  it("tells those that wait when it is stopped", async () => {
    reader = createMailReader();
    const reading = Promise.allSettled([reader.readMail(LABORIOUS), reader.readMail(MAIL)]);
    await reader.stop();
    const stopped = { status: "rejected", reason: { because: "stopped" } };
    expect(await reading).toMatchObject([stopped, stopped]);
  });
});

/** From the system's account of one thread of this process; its name, which may hold anything, ends at the last bracket. */
function readNiceness(thread: string): number {
  const account = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
  return Number(account.slice(account.lastIndexOf(") ") + 2).split(" ")[16]);
}
