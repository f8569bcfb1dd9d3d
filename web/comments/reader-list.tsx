import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#web/ui/class-names.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { COMMENT_MESSAGES } from "./messages.ts";
import type { Audience } from "./use-audience.ts";

/** Everybody with what becomes of their mail; the way to the names where the line has no room for them. */
export function ReaderList(props: { audience: Audience; className?: string; children?: ReactNode }) {
  const { readers, silent, unreachable, outside } = props.audience;
  if (readers.length + silent.length + unreachable.length === 0) return null;
  const companyOf = new Map(outside.map(({ user_id, company_name }) => [user_id, company_name]));
  return (
    <Popover
      label={COMMENT_MESSAGES.whoReads}
      trigger={
        <button type="button" className={cx("link reader-list-button", props.className)}>
          {props.children || <span className="visually-hidden">{COMMENT_MESSAGES.whoReads}</span>}
          <ChevronDown className="icon small" />
        </button>
      }
    >
      <ul className="reader-list text-small">
        {readers.map(({ user_id, fullname, address }) => (
          <li key={user_id}>
            <b>{fullname}</b> {address && <span className="subtle">{address}</span>}
            {companyOf.has(user_id) && (
              <span className="not-arriving">
                {COMMENT_MESSAGES.belongsTo(fullname, companyOf.get(user_id) ?? "")}
              </span>
            )}
          </li>
        ))}
        {unreachable.map(({ user_id, fullname }) => (
          <li key={user_id} className="not-arriving">
            {COMMENT_MESSAGES.notArriving(fullname)}
          </li>
        ))}
        {silent.map(({ user_id, fullname }) => (
          <li key={user_id} className="subtle">
            {COMMENT_MESSAGES.switchedOff(fullname)}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
