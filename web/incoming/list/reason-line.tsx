import {
  Bot,
  CircleSlash,
  Lock,
  type LucideIcon,
  ShieldAlert,
  ShieldQuestionMark,
  TriangleAlert,
  UserRoundCheck,
} from "lucide-react";
import { createElement } from "react";
import { cx } from "#web/ui/class-names.ts";
import type { Mail } from "../data.ts";
import { reasonText, toneOf } from "../reason-text.ts";

/** Why a mail is here, in a line with its sign. */
export function ReasonLine({ mail }: { mail: Mail }) {
  return (
    <span className={cx("mail-reason", toneOf(mail))}>
      {createElement(iconOf(mail), { className: "icon small" })}
      <span className="truncate">{reasonText(mail)}</span>
    </span>
  );
}

function iconOf({ state, reason, kind }: Mail): LucideIcon {
  if (state === "failed") return TriangleAlert;
  const icon = reason && ICONS[reason];
  return icon || (kind === "message" ? ShieldAlert : Bot);
}

const ICONS: Partial<Record<NonNullable<Mail["reason"]>, LucideIcon>> = {
  unknown_sender: ShieldQuestionMark,
  sender_unclear: ShieldQuestionMark,
  forward_unknown: ShieldQuestionMark,
  not_on_ticket: UserRoundCheck,
  unknown_command: Lock,
  too_many: Bot,
  automatic: Bot,
  newsletter: Bot,
  own_mail: Bot,
  by_hand: CircleSlash,
  blocked_sender: CircleSlash,
  duplicate: CircleSlash,
  nobody_decided: CircleSlash,
};
