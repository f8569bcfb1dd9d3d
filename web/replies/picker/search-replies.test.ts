import { expect, test } from "vitest";
import { findReplies, indexReplies, SHOWN } from "./search-replies.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const used = (daysAgo: number) => new Date(NOW - daysAgo * 86_400_000).toISOString();

function reply(name: string, more: Partial<{ snippet: string; uses: number; my_last_used: string }> = {}) {
  return { id: name, name, snippet: "", uses: 0, my_last_used: null, ...more };
}
function find(replies: ReturnType<typeof reply>[], search: string) {
  return findReplies(indexReplies(replies, NOW), search).map(({ name }) => name);
}

test("without a search stand those that I used within 14 days, newest first, then the most used ones", () => {
  const replies = [
    reply("Seldom"),
    reply("Often", { uses: 90, my_last_used: used(15) }),
    reply("Mine last week", { uses: 1, my_last_used: used(7) }),
    reply("Mine today", { my_last_used: used(0.1) }),
  ];
  expect(find(replies, "")).toEqual(["Mine today", "Mine last week", "Often", "Seldom"]);
});

test("names that begin with it come first, then words of names, then parts of them, then texts", () => {
  const replies = [
    reply("Router", { snippet: "Is the VPN on?", uses: 99 }),
    reply("OpenVPN client"),
    reply("New VPN access"),
    reply("VPN: import the profile again"),
    reply("Printer"),
  ];
  expect(find(replies, "vpn")).toEqual([
    "VPN: import the profile again",
    "New VPN access",
    "OpenVPN client",
    "Router",
  ]);
});

test("case and accents make no difference, and every word has to stand there", () => {
  const replies = [reply("Größe der Mailbox"), reply("Mailbox voll", { snippet: "Die Groesse" })];
  expect(find(replies, "grosse")).toEqual(["Größe der Mailbox"]);
  expect(find(replies, "GRÖSSE")).toEqual(["Größe der Mailbox", "Mailbox voll"]);
  expect(find(replies, "mailbox größe")).toHaveLength(2);
  expect(find(replies, "mailbox router")).toEqual([]);
});

test("no more rows than the list shows", () => {
  const many = Array.from({ length: 500 }, (_, n) => reply(`Reply ${n}`));
  expect(find(many, "reply")).toHaveLength(SHOWN);
  expect(find(many, "")).toHaveLength(SHOWN);
});
