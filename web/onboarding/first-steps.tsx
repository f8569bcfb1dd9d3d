import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Circle, CircleCheck, X } from "lucide-react";
import { hasPermission } from "#contract/access/actor.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { cx } from "#web/ui/class-names.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { firstStepsQuery, useDismissFirstSteps } from "./data.ts";
import { STEPS_MESSAGES as MESSAGES } from "./messages.ts";

type Step = {
  id: "brand" | "team" | "mail" | "client" | "answer" | "samples";
  to: "/settings/brand" | "/settings/mail" | "/settings/samples" | "/users" | "/clients" | "/tickets";
};

const STEPS: readonly Step[] = [
  { id: "brand", to: "/settings/brand" },
  { id: "team", to: "/users" },
  { id: "mail", to: "/settings/mail" },
  { id: "client", to: "/clients" },
  { id: "answer", to: "/tickets" },
];
const SAMPLES: Step = { id: "samples", to: "/settings/samples" };

/** The open steps of a new desk, for administrators; nothing once all are done or the card was dismissed. */
export function FirstStepsCard() {
  const mayManage = hasPermission(useActor(), "settings.manage");
  const dismiss = useDismiss();
  const { data: steps } = useQuery({ ...firstStepsQuery, enabled: mayManage });
  if (!mayManage || !steps || steps.is_dismissed) return null;
  const isDone = (step: Step) => step.id !== "samples" && steps[step.id];
  const shown = steps.samples ? [...STEPS, SAMPLES] : STEPS;
  const done = shown.filter(isDone).length;
  if (done === shown.length) return null;
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header className="card-head line">
        <h2 id="first-steps">{MESSAGES.title}</h2>
        <span className="subtle text-small grow">{MESSAGES.progress(done, shown.length)}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={MESSAGES.dismiss}
          title={MESSAGES.dismiss}
          onClick={dismiss}
        >
          <X className="icon small" />
        </button>
      </header>
      <ol>
        {shown.map((step) => (
          <StepLine key={step.id} step={step} isDone={isDone(step)} />
        ))}
      </ol>
    </section>
  );
}

function StepLine({ step: { id, to }, isDone }: { step: Step; isDone: boolean }) {
  return (
    <li className={cx(isDone && "done")}>
      {isDone ? (
        <CircleCheck className="icon" role="img" aria-label={MESSAGES.done} />
      ) : (
        <Circle className="icon" />
      )}
      <div>
        <Link className="link" to={to}>
          {MESSAGES[id]}
        </Link>
        {!isDone && <p className="subtle text-small">{HINTS[id]}</p>}
      </div>
    </li>
  );
}

const HINTS: Record<Step["id"], string> = {
  brand: MESSAGES.brandHint,
  team: MESSAGES.teamHint,
  mail: MESSAGES.mailHint,
  client: MESSAGES.clientHint,
  answer: MESSAGES.answerHint,
  samples: MESSAGES.samplesHint,
};

/** Puts the card away, and offers to bring it back. */
function useDismiss(): () => void {
  const { mutate } = useDismissFirstSteps();
  const undo = { label: MESSAGES.undo, onClick: () => mutate(false) };
  return () => mutate(true, { onSuccess: () => toast.info(MESSAGES.dismissed, { action: undo }) });
}
