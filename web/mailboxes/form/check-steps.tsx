import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { isNoteCode, sayNote } from "#contract/mailboxes/notes.ts";
import type { Mailbox, Step } from "../data.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";

type Note = Step["detail"];

/** The steps of a check, each with what was found; announced as they arrive. */
export function CheckSteps({ steps, plus }: { steps: readonly Step[]; plus: Mailbox["plus_check"] }) {
  return (
    <ol className="check-steps" aria-live="polite">
      {steps.map((step) => (
        <StepLine key={step.name} step={step.name === "plus" ? withOutcome(step, plus) : step} />
      ))}
    </ol>
  );
}

function StepLine({ step: { name, ok, detail } }: { step: Step }) {
  const isPlain = detail.code === "not_encrypted";
  const titles = MESSAGES.steps[name];
  const title = isPlain ? MESSAGES.unencrypted : ok === null ? titles.later : ok ? titles.ok : titles.no;
  return (
    <li className={ok === false ? "is-failed" : ok === null ? "is-open" : undefined}>
      {ok === null ? (
        <CircleDashed className="icon" />
      ) : ok ? (
        <CircleCheck className="icon" />
      ) : (
        <CircleX className="icon" />
      )}
      <div>
        {title}
        <small>{noteText(detail)}</small>
      </div>
    </li>
  );
}

/** The outcome of the mail to a plus-address, which the mailbox learns after the check has answered. */
function withOutcome(step: Step, plus: Mailbox["plus_check"]): Step {
  if (step.detail.code !== "plus_waits" || plus === null || plus === "waiting") return step;
  if (plus === "not_sent")
    return {
      ...step,
      ok: false,
      detail: { ...step.detail, text: MESSAGES.plusNotSent, code: "unknown_fault" },
    };
  const code = plus === "came_back" ? "plus_came_back" : "plus_lost";
  return { ...step, ok: plus === "came_back", detail: { ...step.detail, code } };
}

/** A note in the language of the build; in the server's words where this version does not know it. */
export function noteText({ code, params, text }: Note): string {
  if (code === "unknown_fault" && text === MESSAGES.plusNotSent) return text;
  return isNoteCode(code) ? sayNote(code, params) : text;
}
