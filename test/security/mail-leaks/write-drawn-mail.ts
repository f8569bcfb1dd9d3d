import { buildReplyAddress } from "#server/mail/reply-address.ts";
import { readSecret } from "#server/settings/signing-secrets.ts";
import type { World } from "../../support/app/app-with-people.ts";
import { type TestMail } from "../../support/incoming/incoming-mail.ts";
import type { Cast, Member } from "./cast.ts";
import type { DrawnMail } from "./draw.ts";
import { type Model, sees, type Ticket } from "./model.ts";

/** What the words of a mail are known by: those of its author, and those above a mail that they send on. */
export type Words = { own: string; above: string };

export type Written = {
  mail: TestMail;
  envelopeTo: string[];
  author: Member | null;
  /** The tickets of which the mail holds what only a mail about them has. */
  proves: Set<string>;
};

const STRANGER = "lurker@evil.test";

/** Writes a drawn mail, with whatever of the world's secrets its author has stolen. */
export async function writeDrawn(
  world: World,
  { cast, model }: { cast: Cast; model: Model },
  drawn: DrawnMail,
  words: Words,
): Promise<Written> {
  const people = [...cast.clients, ...cast.staff];
  const author = people[drawn.author] ?? null;
  const isHonest = drawn.isHonest && author !== null;
  const claimed = drawn.claims === null || isHonest ? author : people[drawn.claims];
  const proves = new Set<string>();
  const seen = model.tickets.filter((ticket) => sees(model, author, ticket));
  const known: Known = {
    tickets: isHonest && seen.length > 0 ? seen : model.tickets,
    readerOf: (place) => (isHonest ? author.id : (people[place]?.id ?? "")),
  };
  const to = await addressOf(world, known, drawn.to, proves);
  const named = await readNamed(world, known, drawn.names, proves);
  const isElsewhere = drawn.to.kind === "elsewhere";
  const numbered = drawn.number === null ? undefined : pick(known, drawn.number);
  // A domain's own server signs for nobody else of it; for an address elsewhere the signature proves nothing.
  const isOther = claimed !== author && domainOf(claimed) === domainOf(author);
  const isSigned = drawn.isSigned && author?.signs === true && !isOther;
  const forwarded = drawn.forwards === null ? null : (people[drawn.forwards]?.email ?? STRANGER);
  const quoted =
    drawn.quotes === null || claimed !== author ? null : findQuoted(model, author, pick(model, drawn.quotes));
  const mail: TestMail = {
    from: claimed?.email ?? STRANGER,
    to: isElsewhere ? "rep@vendor.test" : to,
    cc: drawn.cc.map((place) => people[place]?.email ?? ""),
    subject: `${forwarded === null ? "" : "Fwd: "}${numbered ? `[${numbered.uid}] ` : ""}${words.own}`,
    ...(isSigned && { signed: domainOf(author) }),
    ...named,
    ...writeBody(drawn, words, { quoted, forwarded }),
    ...(drawn.automatic !== null && { headers: { "Auto-Submitted": drawn.automatic } }),
  };
  return { mail, envelopeTo: [to], author, proves };
}

function domainOf(member: Member | null | undefined): string {
  return (member?.email ?? STRANGER).split("@")[1] ?? "";
}

type Known = { tickets: Ticket[]; readerOf: (place: number) => string };

function pick({ tickets }: Pick<Known, "tickets">, place: number): Ticket | undefined {
  return tickets[place % tickets.length];
}

async function addressOf(
  world: World,
  known: Known,
  to: DrawnMail["to"],
  proves: Set<string>,
): Promise<string> {
  const ticket = to.kind === "desk" ? undefined : pick(known, to.ticket);
  if (!ticket || to.kind === "desk") return "help@waypost.test";
  if (to.kind === "guessed") return `help+${ticket.number}.0123456789abcdef@waypost.test`;
  proves.add(ticket.id);
  const secret = await readSecret(world.db, "reply_secret");
  const reader = { number: ticket.number, userId: known.readerOf(to.reader) };
  return buildReplyAddress(world.config, secret, reader) ?? "";
}

async function readNamed(
  world: World,
  known: Known,
  names: DrawnMail["names"],
  proves: Set<string>,
): Promise<Pick<TestMail, "inReplyTo" | "references">> {
  const ticket = names === null ? undefined : pick(known, names.ticket);
  if (!ticket || names === null) return {};
  if (names.by === "root") return { references: [`<ticket-${ticket.id}@waypost.test>`] };
  const mails = await world.db
    .selectFrom("mails")
    .select(["message_id", "user_id"])
    .where("ticket_id", "=", ticket.id)
    .orderBy("position")
    .execute();
  const stolen = mails.find(({ user_id }) => user_id === known.readerOf(names.reader)) ?? mails.at(-1);
  if (!stolen) return {};
  proves.add(ticket.id);
  return names.by === "reply"
    ? { inReplyTo: stolen.message_id }
    : { references: ["<lost@elsewhere.test>", stolen.message_id] };
}

/** Of what the author reads there, the most secret. */
function findQuoted(model: Model, author: Member | null, ticket: Ticket | undefined): string | null {
  if (!ticket || author === null || !sees(model, author, ticket)) return null;
  const readable = ticket.markers.filter(({ isInternal }) => !isInternal || author.kind === "staff");
  const quoted = readable.find(({ isInternal }) => isInternal) ?? readable.at(-1);
  if (!quoted) return null;
  quoted.quotedBy = [...(quoted.quotedBy ?? []), author.id];
  return quoted.text;
}

function writeBody(
  { isHtml, command }: DrawnMail,
  { own, above }: Words,
  { quoted, forwarded }: { quoted: string | null; forwarded: string | null },
): Pick<TestMail, "text" | "html"> {
  const on = "On Fri, Nov 20, 2026 at 9:00 AM Help <help@waypost.test> wrote:";
  if (forwarded !== null) {
    const sent = ["---------- Forwarded message ---------", `From: Somebody <${forwarded}>`];
    return {
      text: [
        above,
        "",
        ...sent,
        "Date: Fri, Nov 20, 2026 at 9:00 AM",
        `Subject: ${own}`,
        "To: <x@waypost.test>",
      ]
        .concat(["", `It says ${own}.`])
        .join("\n"),
    };
  }
  if (!isHtml)
    return {
      text: `${command}See ${own}.${quoted === null ? "" : `\n\n${on}\n> Earlier ${quoted}.\n> More.`}`,
    };
  const quote = `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${on}<br></div><blockquote class="gmail_quote">Earlier ${quoted}.</blockquote></div>`;
  const lines = `${command}See ${own}.`.split("\n").map((line) => `<div>${line}</div>`);
  return { text: undefined, html: `<div dir="ltr">${lines.join("")}</div>${quoted === null ? "" : quote}` };
}
