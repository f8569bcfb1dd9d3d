import { Button } from "#web/ui/button.tsx";
import { SelectionBar } from "#web/ui/selection-bar.tsx";
import type { Mail } from "../data.ts";
import { type BulkAct, decideOnMany } from "../decide/decisions.ts";
import type { Decide } from "../decide/use-decide.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";

type Props = { mails: readonly Mail[]; decide: Decide; onClear: () => void };

/** What can be done with the selected mails at once. */
export function BulkBar({ mails, decide, onClear }: Props) {
  const act = (what: BulkAct) => decide.decide(decideOnMany(mails, what));
  const offered = ACTS.filter(({ from }) => mails.some(({ state }) => from.includes(state)));
  return (
    <SelectionBar title={MESSAGES.selected(mails.length)} clearLabel={MESSAGES.clear} onClear={onClear}>
      {offered.map(({ act: what, label }) => (
        <Button key={what} look="ghost" disabled={decide.isBusy} onClick={() => act(what)}>
          {label}
        </Button>
      ))}
    </SelectionBar>
  );
}

/** Each with the states of mails that it changes. */
const ACTS: readonly { act: BulkAct; label: string; from: readonly Mail["state"][] }[] = [
  { act: "ignore", label: MESSAGES.actions.ignore, from: ["held", "failed", "spam"] },
  { act: "restore", label: MESSAGES.actions.restore, from: ["ignored", "spam"] },
  { act: "retry", label: MESSAGES.actions.retry, from: ["held", "failed"] },
  { act: "spam", label: MESSAGES.spam, from: ["held", "ignored"] },
];
