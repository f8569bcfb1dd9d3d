import type { World } from "../../support/app/app-with-people.ts";
import { deliver } from "../../support/incoming/incoming-mail.ts";
import { callAs, type Cast, type Member } from "./cast.ts";
import type { DrawnMail, DrawnTicket, DrawnWorld, Step } from "./draw.ts";
import { findLeaks, findNotes, mayBring, type Model, sees, type Ticket } from "./model.ts";
import { writeDrawn } from "./write-drawn-mail.ts";

/** One drawn world as it is played: what is true of it by the model, and what was found that must not be. */
export type Play = {
  world: World;
  cast: Cast;
  model: Model;
  /** The mail that went out last before now. */
  position: number;
  word: () => string;
  leaks: string[];
  outcomes: string[];
};

export async function settleWorld(play: Play, drawn: DrawnWorld): Promise<void> {
  const { world, cast, model } = play;
  for (const [at, company] of cast.companies.entries()) {
    const isShared = drawn.sharing[at] === true;
    if (isShared) model.sharing.add(company);
    const sharing = isShared ? ("company" as const) : ("own" as const);
    await world.db.updateTable("companies").set({ sharing }).where("id", "=", company).execute();
  }
  await world.as("maren").patch("/settings", { mail_unproven_clients: drawn.unproven });
  for (const ticket of drawn.tickets) await raise(play, ticket);
  await world.drain();
  play.position = await lastPosition(world);
}

/** A ticket through the API; confidential past it, since only older data has such. */
async function raise(play: Play, drawn: DrawnTicket): Promise<void> {
  const { world, cast, model, word } = play;
  const client = cast.clients[drawn.client];
  if (!client) throw new Error("nobody stands there");
  const markers = [{ text: word(), isInternal: false }];
  const text = markers[0]?.text ?? "";
  const raised = await (
    await callAs(world, client)
  ).post("/tickets", { subject: `Re ${text}`, issue: `About ${text}` });
  const { id } = raised.body.ticket;
  const { confidential } = drawn;
  await world.db.updateTable("tickets").set({ confidential }).where("id", "=", id).execute();
  const desk = world.as("idris");
  const participants = new Set<string>();
  for (const place of drawn.participants) {
    const user_id = cast.clients[place]?.id ?? "";
    const added = await desk.post(`/tickets/${id}/participants`, { user_id });
    if (added.status < 300) participants.add(user_id);
  }
  if (drawn.isAssigned) {
    const row = await world.as("maren").get(`/tickets/${id}`);
    const base_version = row.body.version;
    await world.as("maren").patch(`/tickets/${id}`, { assignee_id: world.idOf("idris"), base_version });
  }
  const ticket = await readTicket(world, id, markers);
  ticket.participants = participants;
  model.tickets.push(ticket);
  for (const visibility of drawn.notes) await comment(play, ticket, visibility === "internal");
}

/** It mentions whom it may: everybody whom the desk offers for a note or an answer. */
async function comment({ world, word }: Play, ticket: Ticket, isInternal: boolean): Promise<void> {
  const text = word();
  const visibility = isInternal ? "internal" : "public";
  const desk = world.as("idris");
  const { users = [] } = (await desk.get(`/tickets/${ticket.id}/mentionable`, { visibility })).body;
  const named: { id: string; fullname: string }[] = users;
  const made = await desk.post(`/tickets/${ticket.id}/comments`, {
    comment: [`Say ${text}`, ...named.map(({ fullname }) => `@${fullname}`)].join(" "),
    visibility,
    mentions: named.map(({ id }) => id),
  });
  if (made.status === 201) ticket.markers.push({ text, isInternal });
}

async function readTicket(world: World, id: string, markers: Ticket["markers"]): Promise<Ticket> {
  const row = await world.db
    .selectFrom("tickets")
    .select(["id", "uid", "number", "client_id", "company_id", "confidential"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { uid, number, client_id: client, company_id: company, confidential } = row;
  return { id, uid, number, client, company, confidential, deleted: false, participants: new Set(), markers };
}

export async function playStep(play: Play, step: Step): Promise<void> {
  const { world, model } = play;
  world.pass(20 * 60_000);
  if (step.kind === "mail") await playMail(play, step.mail);
  else {
    const ticket = model.tickets[step.ticket % model.tickets.length];
    if (!ticket || ticket.deleted) return;
    await change(play, ticket, step);
    await world.drain();
  }
  await checkMails(play);
}

async function change(play: Play, ticket: Ticket, step: Exclude<Step, { kind: "mail" }>): Promise<void> {
  const { world } = play;
  if (step.kind === "answer") await comment(play, ticket, step.isInternal);
  if (step.kind === "remove")
    for (const id of ticket.participants) {
      const gone = await world.as("idris").delete(`/tickets/${ticket.id}/participants/${id}`);
      if (gone.status < 300) ticket.participants.delete(id);
    }
  if (step.kind === "hide") {
    ticket.confidential = true;
    await world.db.updateTable("tickets").set({ confidential: true }).where("id", "=", ticket.id).execute();
  }
  if (step.kind === "close") {
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(step.days * 86_400_000);
  }
  if (step.kind === "trash" && (await world.as("maren").delete(`/tickets/${ticket.id}`)).status === 204)
    ticket.deleted = true;
}

async function playMail(play: Play, drawn: DrawnMail): Promise<void> {
  const { world, model, word } = play;
  const words = { own: word(), above: word() };
  const written = await writeDrawn(world, play, drawn, words);
  const before = new Map(model.tickets.map((ticket) => [ticket, sees(model, written.author, ticket)]));
  const { envelopeTo } = written;
  const row = await deliver(world, written.mail, {
    envelopeTo,
    ...(drawn.isAtDoor && {
      door: "listener" as const,
      clientIp: "192.0.2.9",
      clientName: "mx.evil.test",
      envelopeFrom: written.author?.email ?? "lurker@evil.test",
    }),
  });
  play.outcomes.push(
    row.state === "done" ? (row.opened_ticket ? "ticket" : (row.reason ?? "comment")) : row.state,
  );
  if (row.state === "done") await place(play, row, words);
  else {
    model.unplaced.push(words.own, words.above);
    await expectSilence(play, row.state);
  }
  await checkReaders(play, written.author, row.opened_ticket ? row.ticket_id : null);
  const joined = row.comment_id === null ? undefined : model.tickets.find(({ id }) => id === row.ticket_id);
  if (joined && before.get(joined) !== true && !written.proves.has(joined.id))
    play.leaks.push(`somebody who does not see ${joined.uid} wrote on it (${row.matched_by})`);
}

type Row = Awaited<ReturnType<typeof deliver>>;

/** Puts the words of an accepted mail where the desk put them. */
async function place({ world, cast, model }: Play, row: Row, { own, above }: { own: string; above: string }) {
  const id = row.ticket_id ?? "";
  if (row.opened_ticket) {
    const ticket = await readTicket(world, id, [
      { text: own, isInternal: false },
      // Above what a colleague sends on; a client's forward is a client's mail.
      { text: above, isInternal: cast.staff.some(({ id: each }) => each === row.user_id) },
    ]);
    model.tickets.push(ticket);
    return;
  }
  const ticket = model.tickets.find((each) => each.id === id);
  const made = await world.db
    .selectFrom("comments")
    .select("visibility")
    .where("id", "=", row.comment_id ?? "00000000-0000-0000-0000-000000000000")
    .executeTakeFirst();
  // The words of a machine are a folded line for the staff.
  const isInternal = made?.visibility !== "public";
  ticket?.markers.push({ text: own, isInternal }, { text: above, isInternal });
}

/** No mail that waits, or does nothing, makes the desk write to anybody. */
async function expectSilence(play: Play, state: string): Promise<void> {
  const position = await lastPosition(play.world);
  if (position !== play.position) play.leaks.push(`a mail that is ${state} caused a mail`);
}

/**
 * Whoever came onto a ticket was brought by somebody who truly may. A ticket that the mail itself opened holds nothing but
 * its words, which whoever it names has got.
 */
async function checkReaders(
  { world, cast, model, leaks }: Play,
  author: Member | null,
  opened: string | null,
): Promise<void> {
  const people = [...cast.clients, ...cast.staff];
  const rows = await world.db
    .selectFrom("participants")
    .select(["ticket_id", "user_id"])
    .where(
      "ticket_id",
      "in",
      model.tickets.map(({ id }) => id),
    )
    .execute();
  for (const { ticket_id, user_id } of rows) {
    const ticket = model.tickets.find(({ id }) => id === ticket_id);
    const person = people.find(({ id }) => id === user_id);
    if (!ticket || !person || ticket.participants.has(user_id)) continue;
    if (ticket_id !== opened && !mayBring(model, author, ticket, person))
      leaks.push(`${person.email} was brought onto ${ticket.uid} by ${author?.email ?? "a stranger"}`);
    ticket.participants.add(user_id);
  }
}

async function lastPosition({ db }: World): Promise<number> {
  const last = await db
    .selectFrom("mails")
    .select("position")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.position ?? 0;
}

/**
 * Of the mails that went out since the last look, every word is one that its reader may read now, and none is of a note, whoever
 * reads it.
 */
async function checkMails(play: Play): Promise<void> {
  const { world, cast, model } = play;
  const rows = await world.db
    .selectFrom("mails")
    .select(["to", "subject", "body_text", "body_html", "position"])
    .where("position", ">", play.position)
    .orderBy("position")
    .execute();
  for (const row of rows) {
    const reader = cast.readers.find(({ email }) => email === row.to) ?? null;
    const words = `${row.subject}\n${row.body_text}\n${row.body_html}`;
    const found = [...findLeaks(model, reader, words), ...findNotes(model, words)];
    if (found.length > 0) play.leaks.push(`a mail to ${row.to} holds ${found.join(", ")}`);
    play.position = row.position;
  }
}
