import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DnsResolver, systemDns } from "./dns-resolver.ts";

/** Answers each question by "no such name", after having lost the first so many. */
let server: Socket;
let lost: number;
let heard: number;
let ask: DnsResolver;

beforeEach(async () => {
  [lost, heard] = [0, 0];
  server = createSocket("udp4");
  server.on("message", (question, { address, port }) => {
    heard += 1;
    if (heard > lost) server.send(refuse(question), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  ask = systemDns([`127.0.0.1:${server.address().port}`]);
});
afterEach(() => void server.close());

/** The question itself, marked as an answer (RFC 1035, 4.1.1: QR, and 3 for a name that does not exist). */
function refuse(question: Buffer): Buffer {
  const answer = Buffer.from(question);
  answer.writeUInt8(answer.readUInt8(2) | 0x80, 2);
  answer.writeUInt8((answer.readUInt8(3) & 0xf0) | 3, 3);
  return answer;
}

it("asks again within a second when a question was lost on its way", async () => {
  lost = 1;
  const began = performance.now();
  await expect(ask("kestrel.example", "TXT")).rejects.toMatchObject({ code: "ENOTFOUND" });
  expect(heard).toBe(2);
  expect(performance.now() - began).toBeLessThan(2500);
});

it("asks once for the mails of one domain that come together, whatever the case of its name", async () => {
  const mails = ["kestrel.example", "Kestrel.example", "KESTREL.EXAMPLE"].map((name) => ask(name, "TXT"));
  expect((await Promise.allSettled(mails)).map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
  await ask("kestrel.example", "TXT").catch(() => {});
  expect(heard).toBe(1);
  await ask("kestrel.example", "MX").catch(() => {});
  expect(heard).toBe(2);
});

it("asks anew where no server answered", async () => {
  lost = Infinity;
  await expect(ask("kestrel.example", "TXT")).rejects.toMatchObject({ code: "ETIMEOUT" });
  const before = heard;
  lost = 0;
  await expect(ask("kestrel.example", "TXT")).rejects.toMatchObject({ code: "ENOTFOUND" });
  expect(heard).toBe(before + 1);
}, 20_000);
