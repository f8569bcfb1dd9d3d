import { ChevronDown, ChevronUp, Megaphone } from "lucide-react";
import { placeLabel } from "#contract/replies/placeholder-labels.ts";
import { BROUGHT_MESSAGES } from "#web/replies/composer/messages.ts";
import { ANSWER_ALL_MESSAGES as MESSAGES } from "./messages.ts";
import type { AnswerAll } from "./use-answer-all.ts";
import "#web/styles/incident.css";

/** The line above the words that says to how many tickets they go; in the place of who is mailed. */
export function AnswerAllLine({ id, answerAll }: { id: string; answerAll: AnswerAll }) {
  const { chosen, missing, preview, isOpen, setOpen } = answerAll;
  const companies = new Set(chosen.map(({ company_id, company_name }) => company_id ?? company_name ?? ""))
    .size;
  return (
    <div className="audience-line to-all" id={id}>
      <Megaphone className="icon small" />
      <span role="status">
        {preview.isError ? (
          MESSAGES.failed
        ) : !preview.data ? (
          MESSAGES.loading
        ) : chosen.length === 0 ? (
          MESSAGES.goesToNobody
        ) : (
          <>
            <b>{MESSAGES.goesTo(chosen.length, companies)}</b>{" "}
            {missing.length > 0
              ? BROUGHT_MESSAGES.fillIn(missing.map((label) => placeLabel(label)).join(", "))
              : MESSAGES.eachAlone}
          </>
        )}
      </span>
      <span className="grow" />
      <button
        type="button"
        className="link flex-row preview-button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {MESSAGES.preview}
        {isOpen ? <ChevronUp className="icon small" /> : <ChevronDown className="icon small" />}
      </button>
    </div>
  );
}
