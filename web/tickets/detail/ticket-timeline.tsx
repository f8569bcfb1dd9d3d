import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { TimelineKind } from "#contract/events.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { dateAndTime, shortId } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { Card } from "#web/ui/card.tsx";
import { priorityLabel } from "#web/ui/priority-badge.tsx";
import { DateText, RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { statusLabel } from "#web/ui/status-badge.tsx";
import { ACTIVITY_MESSAGES, DETAIL_MESSAGES, FIELD_MESSAGES } from "../detail-messages.ts";
import { type Activity, historyQuery, type TicketDetail } from "../ticket-data.ts";

/** The two entries of rule 254, and on request everything that happened. */
export function TicketTimeline({ ticket }: { ticket: TicketDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={DETAIL_MESSAGES.timeline}>
      <ol className="trail">
        <Entry mark="copper" at={ticket.created}>
          {DETAIL_MESSAGES.created}
        </Entry>
        <Entry mark="accent" at={ticket.updated}>
          {DETAIL_MESSAGES.lastUpdated}
        </Entry>
      </ol>
      {isOpen && <AllActivity ticketId={ticket.id} />}
      <Button
        look="ghost"
        size="small"
        className="more"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? DETAIL_MESSAGES.hideActivity : DETAIL_MESSAGES.showActivity}
      </Button>
    </Card>
  );
}

const CREATED: TimelineKind = "ticket.created";

function AllActivity({ ticketId }: { ticketId: string }) {
  const history = useQuery(historyQuery(ticketId));
  if (history.isPending) return <Skeleton width="80%" />;
  if (history.isError && !history.data)
    return <p className="subtle text-small">{failureMessage(history.error)}</p>;
  // The first entry above says it already.
  const events = history.data.items.filter(({ kind }) => kind !== CREATED);
  if (events.length === 0) return <p className="subtle text-small">{DETAIL_MESSAGES.noActivity}</p>;
  return (
    // Its own scroll box must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol className="trail all-activity" aria-label={DETAIL_MESSAGES.allActivity} tabIndex={0}>
      {events.map((event) => (
        <Entry key={event.id} at={event.at}>
          <b>{event.by ?? DETAIL_MESSAGES.system}</b> {activityText(event)}
          {event.changes.filter(({ field }) => field === ITEM).map(itemText)}
          {event.audience === "internal" && <span className="subtle"> · {DETAIL_MESSAGES.staffOnly}</span>}
          {event.changes.filter(isShort).map((change) => (
            <span key={change.field} className="change">
              {FIELD_MESSAGES[change.field] ?? change.field}: {valueText(change.field, change.from)}
              {" → "}
              {valueText(change.field, change.to)}
            </span>
          ))}
        </Entry>
      ))}
    </ol>
  );
}

function Entry({ mark, at, children }: { mark?: "accent" | "copper"; at: string; children: ReactNode }) {
  // From a week on the relative time is the date again.
  const isRecent = useCurrentTime() - Date.parse(at) < WEEK_MS;
  return (
    <li className={cx(mark)}>
      <div>
        {children}
        <small>
          <DateText at={at} exact />
          {isRecent && (
            <>
              {" · "}
              <RelativeTime at={at} form="long" />
            </>
          )}
        </small>
      </div>
    </li>
  );
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** A server of a newer version may name kinds without a text here: these read as their own last word. */
function activityText({ kind }: Activity): string {
  const texts: Partial<Record<string, string>> = ACTIVITY_MESSAGES;
  return texts[kind] ?? kind.slice(kind.lastIndexOf(".") + 1).replaceAll("_", " ");
}

type Change = Activity["changes"][number];

/** Long texts have no place in a line; that they changed is said by the kind. */
function isShort({ field, from, to }: Change): boolean {
  return field in FIELD_MESSAGES && field !== "issue" && (from ?? "").length + (to ?? "").length < LONG;
}

const LONG = 400;

/** The item of a checklist that an event is about; both texts where it got another one. */
const ITEM = "name";

function itemText({ from, to }: Change): string {
  return `: ${[from, to].filter(Boolean).join(" → ")}`;
}

function valueText(field: string, value: string | null): string {
  if (value === null || value === "") return DETAIL_MESSAGES.none;
  if (field === "follow_up_at") return dateAndTime(value);
  if (field === "status") return statusLabel(value);
  if (field === "priority") return priorityLabel(value);
  return /^[\da-f]{8}-[\da-f]{4}-/.test(value) ? shortId(value) : value;
}
