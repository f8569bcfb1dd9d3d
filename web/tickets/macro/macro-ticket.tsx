import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { isClosed } from "#contract/statuses.ts";
import { openItemsText } from "#web/checklists/open-items.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import type { Effects } from "#web/replies/data.ts";
import { EffectChips } from "#web/replies/effects/effect-chips.tsx";
import { isHeld, listChips } from "#web/replies/effects/list-chips.tsx";
import { ReplyBody } from "#web/replies/picker/reply-preview.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { cx } from "#web/ui/class-names.ts";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import type { TicketRow } from "../data.ts";
import { ticketQuery } from "../ticket-query.ts";
import { hindranceOf, type PreviewTicket } from "./hindrance.ts";
import { MACRO_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  ticket: PreviewTicket;
  row: TicketRow | undefined;
  effects: Effects;
  isNote: boolean;
  isOn: boolean;
  onTick: (isOn: boolean) => void;
};

/** A ticket of the preview: what changes, what is written and who is mailed it, or why it stays as it is. */
export function MacroTicket({ ticket, row, effects, isNote, isOn, onTick }: Props) {
  const { uid, subject, text, missing, readers, refusal } = ticket;
  const hindrance = hindranceOf(ticket);
  return (
    <li className={cx(hindrance !== null && "is-left")}>
      <Checkbox
        aria-label={MESSAGES.select(uid)}
        checked={isOn && hindrance === null}
        disabled={hindrance !== null}
        onChange={(event) => onTick(event.target.checked)}
      />
      <div className="grow">
        <Heading uid={uid} subject={subject} company={row?.company_name} />
        {hindrance === null ? (
          <div className="flex-row wrap between">
            <Changes ticket={ticket} row={row} effects={effects} />
            {text !== null && (
              <span className="subtle text-tiny">{isNote ? MESSAGES.asNote : readersText(readers)}</span>
            )}
          </div>
        ) : (
          <p className="macro-hindrance">{MESSAGES.cannot(hindrance)}</p>
        )}
        {text !== null && refusal === null && (
          <details className="macro-text">
            <summary>{MESSAGES.shown}</summary>
            <ReplyBody text={text} missing={missing} />
          </details>
        )}
      </div>
    </li>
  );
}

/** A ticket that was selected, and merged or put in the trash since. */
export function GoneTicket({ row }: { row: TicketRow }) {
  const { data } = useQuery({ ...ticketQuery(row.id), staleTime: 0 });
  const root = data?.merged_into;
  return (
    <li className="is-left">
      <Checkbox aria-label={MESSAGES.select(row.uid)} disabled />
      <div className="grow">
        <Heading uid={row.uid} subject={row.subject} company={row.company_name} />
        <p className="macro-hindrance">
          {MESSAGES.cannot(root ? MESSAGES.isPart(root.uid) : MESSAGES.isGone)}
        </p>
      </div>
    </li>
  );
}

type HeadingProps = { uid: string; subject: string; company: string | null | undefined };

function Heading({ uid, subject, company }: HeadingProps) {
  return (
    <div className="flex-row">
      <span className="monospace subtle">{uid}</span>
      <span className="weight-medium truncate grow">{subject}</span>
      <span className="subtle text-tiny truncate macro-company">{company}</span>
    </div>
  );
}

/** Only what is not so already; the status with the one that it comes from, and the hold that comes before it. */
function Changes({ ticket, row, effects }: Pick<Props, "ticket" | "row" | "effects">) {
  const texts = useOrganizationTimes();
  const changing = new Set(ticket.effects.filter(({ changes }) => changes).map(({ field }) => field));
  const chips = listChips(effects, { known: ticket.effects, stale: ticket.stale, when: texts.whole });
  const closes = changing.has("status") && effects.status !== undefined && isClosed(effects.status);
  const openItems = closes ? openItemsText([row?.checklist]) : null;
  return (
    <>
      <EffectChips
        chips={chips
          .filter(({ field }) => field !== "reply" && changing.has(field))
          .map((chip) =>
            chip.field === "status" && row
              ? { ...chip, icon: movedFrom(row, chip.icon, isHeld(effects)) }
              : chip,
          )}
      />
      {openItems && <span className="subtle text-tiny">{openItems}</span>}
    </>
  );
}

function movedFrom({ status }: TicketRow, icon: ReactNode, isOnHoldFirst: boolean) {
  return (
    <>
      <StatusGlyph status={status} />
      <ArrowRight className="icon small" />
      {isOnHoldFirst && (
        <>
          <StatusGlyph status="on_hold" />
          <ArrowRight className="icon small" />
        </>
      )}
      {icon}
    </>
  );
}

function readersText(readers: PreviewTicket["readers"]): string {
  const [first, ...more] = readers;
  if (!first) return MESSAGES.nobody;
  return MESSAGES.mailTo(more.length === 0 ? first.fullname : MESSAGES.andMore(first.fullname, more.length));
}
