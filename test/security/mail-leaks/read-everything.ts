import { callAs, type Member } from "./cast.ts";
import { findLeaks, sees } from "./model.ts";
import type { Play } from "./play.ts";

/**
 * Asks as everybody from outside, and as somebody without a role, for everything that the API answers about the world's
 * tickets and mails: each word of an answer is one that the caller may read. Answers how many answers were read.
 */
export async function readEverything(play: Play): Promise<number> {
  const { world, cast, model, leaks } = play;
  const sent = await world.db
    .selectFrom("incoming_mails")
    .select(["id", "ticket_id", "user_id", "kind"])
    .where(
      "ticket_id",
      "in",
      model.tickets.map(({ id }) => id),
    )
    .execute();
  let read = 0;
  for (const member of [...cast.clients, cast.roleless]) {
    const caller = await callAs(world, member);
    const look = async (path: string, query?: Record<string, string>) => {
      const answer = await caller.get(path, query);
      read += 1;
      const found = findLeaks(model, member, answer.text);
      if (found.length > 0) leaks.push(`${member.email} reads ${found.join(", ")} at ${path}`);
      return answer;
    };
    await look("/tickets", { per_page: "100" });
    for (const ticket of model.tickets) {
      const isSeen = sees(model, member, ticket);
      const expected = isSeen ? 200 : member.kind === "roleless" ? 403 : 404;
      for (const part of ["", "/comments", "/mails"]) {
        const { status } = await look(`/tickets/${ticket.id}${part}`);
        if (status !== expected) leaks.push(`${member.email} gets ${status} at ${ticket.uid}${part}`);
      }
      const hidden = isSeen ? undefined : ticket.markers[0]?.text;
      if (hidden !== undefined && member.kind !== "roleless") {
        const { body } = await caller.get("/tickets", { search: hidden });
        if (body.meta.total !== 0) leaks.push(`${member.email} finds ${hidden}`);
      }
      for (const mail of sent.filter(({ ticket_id }) => ticket_id === ticket.id))
        await lookAtOriginal({ ticket: ticket.id, mail, member, isSeen });
    }
    async function lookAtOriginal(asked: {
      ticket: string;
      mail: (typeof sent)[number];
      member: Member;
      isSeen: boolean;
    }) {
      const { status } = await caller.get(`/tickets/${asked.ticket}/mails/${asked.mail.id}/original`);
      read += 1;
      const isOwn = asked.isSeen && asked.mail.user_id === member.id && asked.mail.kind === "message";
      if (status === 200 && !isOwn) leaks.push(`${member.email} reads the original of somebody else's mail`);
    }
  }
  return read;
}
