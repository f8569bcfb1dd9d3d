import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { countText } from "#web/lib/format.ts";
import { useConfig } from "#web/lib/public-config.ts";
import type { Reply } from "#web/replies/data.ts";
import { dayAgo } from "#web/replies/day-ago.ts";
import { listChips } from "#web/replies/effects/list-chips.tsx";
import { staleSentence } from "#web/replies/effects/stale-words.ts";
import { ReplyGlyph } from "#web/replies/picker/reply-option.tsx";
import { cx } from "#web/ui/class-names.ts";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import { audienceName } from "./audience-name.ts";
import { useDeleteReply } from "./data.ts";
import { REPLIES_PAGE_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  reply: Reply;
  isOpen: boolean;
  onEdit: () => void;
  /** Stands below the row while it is open. */
  form: ReactNode;
  columns: number;
};

/** A saved reply with what it sets, for whom it is, and how often it is used. */
export function ReplyRow({ reply, isOpen, onEdit, form, columns }: Props) {
  const now = useCurrentTime();
  const zone = useConfig()?.time_zone ?? "UTC";
  const deleting = useDeleteReply();
  const { id, name, stale, uses, last_used: last, may_edit: may } = reply;
  const named = (label: string) => ({ label, name: `${label}: ${name}` });
  return (
    <>
      <tr role="row" className={cx(isOpen && "is-open")}>
        <td role="cell" className="reply-name">
          <span className="flex-row">
            <ReplyGlyph reply={reply} />
            <span className="reply-words">
              {may ? (
                <button type="button" className="reply-link truncate" aria-expanded={isOpen} onClick={onEdit}>
                  {name}
                </button>
              ) : (
                <span className="weight-medium truncate">{name}</span>
              )}
              {stale.length > 0 && (
                <span className="badge danger" title={stale.map(staleSentence).join("\n")}>
                  {MESSAGES.needsAttention}
                </span>
              )}
            </span>
          </span>
        </td>
        <td role="cell" className="reply-sets truncate subtle">
          {setsOf(reply)}
        </td>
        <td role="cell" className="reply-for truncate">
          {audienceName(reply)}
        </td>
        <td role="cell" className="reply-used numeric">
          {countText(uses)}
        </td>
        <td role="cell" className="reply-when subtle">
          {last === null ? MESSAGES.never : dayAgo(last, now, zone)}
        </td>
        <td role="cell" className="reply-actions">
          {may && (
            <RowActions
              asMenu
              label={MESSAGES.actionsFor(name)}
              actions={[
                { ...named(MESSAGES.edit), icon: <Pencil className="icon" />, onSelect: onEdit },
                {
                  ...named(MESSAGES.delete),
                  icon: <Trash2 className="icon" />,
                  danger: true,
                  onSelect: () => deleting.mutate(id),
                },
              ]}
            />
          )}
        </td>
      </tr>
      {isOpen && may && (
        <tr role="row" className="editor-row">
          <td role="cell" colSpan={columns}>
            {form}
          </td>
        </tr>
      )}
    </>
  );
}

function setsOf({ effects }: Reply): string {
  const chips = listChips(effects, { known: [], stale: [], when: String });
  return chips.map(({ words }) => words).join(", ") || MESSAGES.textOnly;
}
