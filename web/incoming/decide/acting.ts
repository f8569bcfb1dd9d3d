import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { failureMessage, isRefusal } from "#web/lib/api/api-error.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import type { Mail } from "../data.ts";
import { INCOMING_MESSAGES } from "../messages.ts";
import type { Decision } from "./use-decide.ts";

/** What is made of a mail: a ticket, a comment, somebody's mail; or that it is tried once more. */

const { done, failed } = INCOMING_MESSAGES;

const paramsOf = ({ id }: Pick<Mail, "id">) => ({ params: { mail_id: id } });

export function retryMail(mail: Mail): Decision {
  return {
    ids: [mail.id],
    send: () => api("POST /incoming/{mail_id}/retry", paramsOf(mail)),
    done: () => ({ title: done.retry }),
    failed: failed.retry,
  };
}

type TicketBody = BodyOf<"POST /incoming/{mail_id}/make-ticket">;
type Opening = (ticketId: string) => void;

export function makeTicket(
  mail: Mail,
  { body, idempotencyKey }: Submission<TicketBody>,
  open: Opening,
): Decision {
  let ticket = { id: "", uid: "" };
  return {
    ids: [mail.id],
    send: async () => {
      const reply = await api("POST /incoming/{mail_id}/make-ticket", {
        ...paramsOf(mail),
        body,
        idempotencyKey,
      });
      ({ ticket } = reply);
    },
    done: () => ({ title: done.ticket(ticket.uid), open: () => open(ticket.id) }),
    failed: failed.ticket,
  };
}

type JoinBody = BodyOf<"POST /incoming/{mail_id}/join">;

/** `ask` takes the sentence about a sender of another company, which is no failure but a question. */
export function joinTicket(
  mail: Mail,
  { body, idempotencyKey }: Submission<JoinBody>,
  { open, ask }: { open: Opening; ask: (sentence: string) => void },
): Decision {
  let made: ReplyOf<"POST /incoming/{mail_id}/join"> | null = null;
  return {
    ids: [mail.id],
    send: async () => {
      made = await api("POST /incoming/{mail_id}/join", { ...paramsOf(mail), body, idempotencyKey });
    },
    done: () => {
      const { id = "", uid = "" } = made?.ticket ?? {};
      // A ticket that was closed too long ago is followed by a new one.
      return { title: made?.comment ? done.join(uid) : done.ticket(uid), open: () => open(id) };
    },
    failed: failed.join,
    onRefused: (error) => {
      const isQuestion = isRefusal(error, "incoming.other_company");
      if (isQuestion) ask(failureMessage(error, failed.join) ?? failed.join);
      return isQuestion;
    },
  };
}

export function saySamePerson(mail: Mail, person: { id: string; fullname: string }): Decision {
  return {
    ids: [mail.id],
    send: () =>
      api("POST /incoming/{mail_id}/same-person", { ...paramsOf(mail), body: { user_id: person.id } }),
    done: () => ({ title: done.person(person.fullname) }),
    failed: failed.person,
  };
}
