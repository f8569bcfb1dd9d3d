import { X } from "lucide-react";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { cx } from "#web/ui/class-names.ts";
import type { Chip } from "./list-chips.tsx";

type Props = {
  chips: readonly Chip[];
  /** Stands before them. */
  lead?: string;
  className?: string;
  onRemove?: (chip: Chip) => void;
  removeLabel?: (words: string) => string;
};

/** What a macro sets, each to be taken off where it may be; what no longer fits is red. */
export function EffectChips({ chips, lead, className, onRemove, removeLabel = String }: Props) {
  if (chips.length === 0) return null;
  return (
    <div className={cx("effect-chips", className)} role="list" aria-label={lead}>
      {lead && <span aria-hidden="true">{lead}</span>}
      {chips.map((chip) => (
        <span
          key={chip.key}
          role="listitem"
          className={cx("effect-chip", chip.isStale && "is-stale", onRemove && "removable")}
        >
          {chip.icon}
          <span className="truncate">{chip.words}</span>
          {onRemove && (
            <IconButton label={removeLabel(chip.words)} onClick={() => onRemove(chip)}>
              <X className="icon small" />
            </IconButton>
          )}
        </span>
      ))}
    </div>
  );
}
