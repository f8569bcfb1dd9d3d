import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listUnbuilt } from "./doctor/promises.ts";
import { startSmtp } from "../test/support/mail-servers/smtp-server.ts";
import { newFolder } from "../test/support/temporary-folder.ts";

const script = fileURLToPath(new URL("doctor.ts", import.meta.url));

function look(env: Record<string, string>) {
  return new Promise<{ status: number | null; said: string }>((resolve) => {
    const options = { env: { PATH: "/usr/bin:/bin", DEMO: "off", ...env }, cwd: "/" };
    const child = execFile(process.execPath, [script], options, (_error, said) =>
      resolve({ status: child.exitCode, said }),
    );
  });
}

describe("what is not built", () => {
  it("is every rule with the mark, whole or in part, and no other", () => {
    const rules = [
      "| 1 | One is built. | `a.test.ts` |",
      '| 2 | Two in part. | `a.test.ts` "not built of old"; not built: the rest of it |',
      "| 3 | Three is not. | not built |",
      "`not built` marks what is promised",
    ].join("\n");
    expect(listUnbuilt(rules)).toEqual([
      { rule: 2, what: "the rest of it" },
      { rule: 3, what: "Three is not." },
    ]);
  });

  it("is marked as often as it is told of", () => {
    const rules = readFileSync(fileURLToPath(new URL("../docs/rules.md", import.meta.url)), "utf8");
    const marks = rules.split("\n").filter((line) => /^\| \d+ \|.*\bnot built(: [^|"]*)? \|$/.test(line));
    expect(listUnbuilt(rules)).toHaveLength(marks.length);
    expect(
      rules.split("\n").filter((line) => /^\| \d+ \|.*; not built|^\| \d+ \|.*\| not built/.test(line)),
    ).toHaveLength(marks.length);
  });
});

describe("the doctor", () => {
  it("says which setting is wrong, and ends with 1", async () => {
    const { status, said } = await look({ PORT: "http" });
    expect(status).toBe(1);
    expect(said).toContain('BAD   settings         PORT is "http"');
    expect(said).toContain("1 to mend");
  });

  it("says that the object store of attachments cannot be reached, and nothing of its key", async () => {
    const { status, said } = await look({
      DATA_DIR: newFolder(),
      FILES_URL: "s3://KEY:hush@bucket?endpoint=http://127.0.0.1:9",
    });
    expect(status).toBe(1);
    expect(said).toMatch(/BAD +object store +the store of attachments cannot be reached: .*ECONNREFUSED/);
    expect(said).not.toMatch(/hush|KEY/);
  });

  it("names a port that something else holds, and a database that nobody answers", async () => {
    const other = createServer((_asked, answer) => answer.writeHead(404).end()).listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { status, said } = await look({
      PORT: String(port),
      DATABASE_URL: `postgres://u:hush@127.0.0.1:${port}/d`,
      DATA_DIR: newFolder(),
    });
    other.close();
    expect(status).toBe(1);
    expect(said).toContain(`Port ${port} is already in use`);
    expect(said).toMatch(/BAD {3}database/);
    expect(said).not.toContain("hush");
  });

  it("tells what a mail server says, and nothing that the terminal would obey", async () => {
    const server = createTcpServer((socket) => socket.end("421 \u001b[2J\u009b31m\r\n")).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { status, said } = await look({ SMTP_URL: `smtp://127.0.0.1:${port}`, DATA_DIR: newFolder() });
    server.close();
    expect(status).toBe(1);
    expect(said).toContain(String.raw`421 \u{1b}[2J`);
    expect(said).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it("tries the mail server that is set, and sends nothing", async () => {
    const smtp = await startSmtp();
    const { said } = await look({
      SMTP_URL: smtp.url,
      MAIL_FROM: "Desk <help@desk.test>",
      DATA_DIR: newFolder(),
    });
    expect(said).toMatch(/ok {4}mail +the server accepts us; mails come from Desk <help@desk\.test>/);
    expect(smtp.arrived).toEqual([]);
    await smtp.stop();
  });

  it("looks at a desk that is yet to be made without making anything", async () => {
    const dataDir = join(newFolder(), "data");
    const { said } = await look({ DATA_DIR: dataDir });
    expect(said).toContain("not made yet: the first npm start makes it");
    expect(said).toContain("mails are captured");
    // As many lines as docs/rules.md has marks.
    const marked = listUnbuilt(
      readFileSync(fileURLToPath(new URL("../docs/rules.md", import.meta.url)), "utf8"),
    );
    expect(said).toContain(`${marked.length} rules of docs/rules.md are not built, or not whole:`);
    for (const { rule, what } of marked) expect(said).toMatch(`rule ${rule}`.padEnd(16) + ` ${what}`);
  });
});
