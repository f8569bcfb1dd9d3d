import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Actor } from "#contract/access/actor.ts";
import { mayComment } from "#contract/access/comments.ts";
import { mayAddParticipant } from "#contract/access/tickets.ts";
import { mayManageClients } from "#contract/access/users.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import type { WholeMail } from "../data.ts";
import { BlockChoice } from "../decide/block-choice.tsx";
import { ContactForm } from "../decide/contact-form.tsx";
import { joinTicket, makeTicket, retryMail } from "../decide/acting.ts";
import { ignoreMail, restoreMail } from "../decide/decisions.ts";
import type { FormProps } from "../decide/form-props.ts";
import { JoinForm } from "../decide/join-form.tsx";
import { PersonForm } from "../decide/person-form.tsx";
import { TicketForm } from "../decide/ticket-form.tsx";
import type { Decide } from "../decide/use-decide.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { reasonHint, reasonText } from "../reason-text.ts";
import { ActionBar } from "./action-bar.tsx";
import { type ActionName, availableActions, isTicketOnePress, type Rights } from "./available-actions.ts";
import { MailBody } from "./mail-body.tsx";
import { MailFacts } from "./mail-facts.tsx";
import { useActionKeys } from "./use-action-keys.ts";

type Props = {
  mail: WholeMail;
  decide: Decide;
  /** Whether it is the mail that was asked for last; another may be on its way. */
  isAskedFor: () => boolean;
  onOpenTicket: (ticketId: string) => void;
};

/** A mail: why it is here, what can be done about it, and what it says. */
export function MailView({ mail, decide, isAskedFor, onOpenTicket }: Props) {
  const [form, setForm] = useState<FormName | null>(null);
  const actions = availableActions(mail, rightsOf(useActor()));
  const isNarrow = useIsNarrow();
  const Form = form !== null && actions.includes(form) ? FORMS[form] : null;

  function run(action: ActionName) {
    if (decide.isBusy) return;
    if (action === "ignore") decide.decide(ignoreMail(mail));
    else if (action === "restore") decide.decide(restoreMail(mail));
    else if (action === "retry") decide.decide(retryMail(mail));
    else if (action === "post") decide.decide(addAndPost(mail, onOpenTicket, () => setForm("join")));
    else if (action === "ticket" && isTicketOnePress(mail)) {
      const isClient = mail.sender?.user_type === "external";
      const body = isClient ? { client_id: mail.sender?.user_id } : {};
      decide.decide(makeTicket(mail, submission(body), onOpenTicket));
    } else setForm(action);
  }
  // A key that follows a move at once means the next mail, which is not shown yet.
  useActionKeys(actions, (action) => isAskedFor() && run(action), Form === null);
  const bar = actions.length > 0 && !Form && (
    <ActionBar mail={mail} actions={actions} isBusy={decide.isBusy} onRun={run} isBar={isNarrow} />
  );
  return (
    <>
      <MailFacts mail={mail} />
      <section className="decide" aria-label={MESSAGES.tabsLabel}>
        <Why mail={mail} />
        {Form ? (
          <Form mail={mail} decide={decide} onOpen={onOpenTicket} onClose={() => setForm(null)} />
        ) : (
          !isNarrow && bar
        )}
      </section>
      <MailBody mail={mail} />
      {isNarrow && bar}
    </>
  );
}

function rightsOf(actor: Actor): Rights {
  return {
    mayMakeContact: mayManageClients(actor),
    mayJoin: mayComment(actor, {}),
    mayAddPeople: mayAddParticipant(actor, {}),
  };
}

/** The form asks what a press cannot: whether somebody moved to another company meanwhile. */
function addAndPost(mail: WholeMail, open: (ticketId: string) => void, ask: () => void) {
  const body = { ticket_id: mail.ticket?.id ?? "", add_participant: true };
  return joinTicket(mail, submission(body), { open, ask });
}

/** A body that is sent by one press. */
function submission<Body extends object>(body: Body) {
  return { body, idempotencyKey: crypto.randomUUID() };
}

type FormName = keyof typeof FORMS;

const FORMS = {
  contact: ContactForm,
  ticket: TicketForm,
  join: JoinForm,
  person: PersonForm,
  block: BlockChoice,
} satisfies Partial<Record<ActionName, (props: FormProps) => unknown>>;

/** The reason, what to know before deciding, and what was decided. */
function Why({ mail }: { mail: WholeMail }) {
  const hint = reasonHint(mail);
  const { ticket, decided_at: decidedAt, decided_by_fullname: by } = mail;
  return (
    <div className="decide-why">
      <b>{reasonText(mail)}</b>
      {hint && <p>{hint}</p>}
      {ticket && (
        <p>
          {MESSAGES.about}{" "}
          <Link to="/tickets/$ticketId" params={{ ticketId: ticket.id }} className="link">
            {ticket.uid} {ticket.subject}
          </Link>
        </p>
      )}
      {mail.mentions.length > 0 && !ticket && <p>{MESSAGES.mentions(mail.mentions.join(", "))}</p>}
      {decidedAt && mail.state !== "held" && (
        <p>
          {by && mail.reason !== "by_hand" ? MESSAGES.decidedBy(by) : MESSAGES.decidedAlone} ·{" "}
          <RelativeTime at={decidedAt} form="long" />
        </p>
      )}
    </div>
  );
}
