import { languageName } from "./language-name.ts";
import { placeLabel } from "#contract/replies/placeholder-labels.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/class-names.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { ANSWER_ALL_MESSAGES as MESSAGES } from "./messages.ts";
import type { AnswerAll, PreviewedTicket } from "./use-answer-all.ts";

/** Each ticket of the incident: its own words, who is mailed them, and whether it is answered. */
export function AnswerAllPreview({ answerAll }: { answerAll: AnswerAll }) {
  const { tickets, preview, isTicked, tick } = answerAll;
  if (preview.isError) return null;
  return (
    <ul className="answer-all-list" aria-label={MESSAGES.previewOf} aria-busy={preview.isFetching}>
      {tickets.map((ticket) => (
        <PreviewRow
          key={ticket.id}
          ticket={ticket}
          isTicked={isTicked(ticket)}
          onTick={(on) => tick(ticket.id, on)}
        />
      ))}
    </ul>
  );
}

type RowProps = { ticket: PreviewedTicket; isTicked: boolean; onTick: (on: boolean) => void };

function PreviewRow({ ticket, isTicked, onTick }: RowProps) {
  const { uid, text, language, missing, why } = ticket;
  return (
    <li className={cx(!isTicked && "is-off")}>
      <Checkbox
        aria-label={MESSAGES.tick(uid)}
        checked={isTicked}
        disabled={!ticket.can_take}
        onChange={(event) => onTick(event.target.checked)}
      />
      <div className="grow">
        <div className="flex-row answer-all-head">
          <span className="monospace subtle">{uid}</span>
          <span className={cx("truncate", isTicked && "weight-semibold")}>
            {ticket.company_name ?? MESSAGES.noCompany}
          </span>
          {language && language !== LANGUAGE && <Badge>{languageName(language)}</Badge>}
          <span className="grow" />
          <span className="subtle text-tiny">
            {!isTicked && isKnownWhy(why) ? MESSAGES.why[why] : readersText(ticket)}
          </span>
        </div>
        {isTicked && text !== null && <p className="answer-all-text">{text}</p>}
        {isTicked && missing.length > 0 && (
          <p className="text-small answer-all-missing">
            {MESSAGES.missing([...new Set(missing.map(({ label }) => placeLabel(label)))].join(", "))}
          </p>
        )}
      </div>
    </li>
  );
}

function isKnownWhy(why: PreviewedTicket["why"]): why is keyof typeof MESSAGES.why {
  return why !== null && why in MESSAGES.why;
}

function readersText({ readers }: PreviewedTicket): string {
  const [first] = readers;
  if (!first) return MESSAGES.nobody;
  const more = readers.length > 1 ? ` ${MESSAGES.andMore(readers.length - 1)}` : "";
  return MESSAGES.mailTo(first.fullname) + more;
}
