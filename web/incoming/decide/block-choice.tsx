import { Ban } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { domainOf } from "../reason-text.ts";
import { blockSender, type BlockWhat } from "./decisions.ts";
import type { FormProps } from "./form-props.ts";

/** Asks whether one address or its whole domain is blocked. */
export function BlockChoice({ mail, decide, onClose }: FormProps) {
  const address = mail.from_address ?? "";
  const domain = domainOf(address);
  const block = (what: BlockWhat) => decide.decide(blockSender(mail, what));
  return (
    <div role="group" aria-label={MESSAGES.blockTitle}>
      <div className="decide-form">
        <p className="weight-medium">{MESSAGES.blockTitle}</p>
        <p className="hint">{MESSAGES.blockHint}</p>
      </div>
      <div className="decide-acts">
        {/* The choice opens by a press that asks for it. */}
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          icon={<Ban className="icon" />}
          busy={decide.isBusy}
          onClick={() => block("address")}
        >
          {MESSAGES.blockAddress(address)}
        </Button>
        {domain && (
          <Button look="danger-quiet" disabled={decide.isBusy} onClick={() => block("domain")}>
            {MESSAGES.blockDomain(domain)}
          </Button>
        )}
        <Button look="ghost" onClick={onClose}>
          {UI_MESSAGES.cancel}
        </Button>
      </div>
    </div>
  );
}
