import { X } from "lucide-react";
import type { ReactNode } from "react";
import { liftToasts } from "#web/lib/browser/bottom-bars.ts";
import { IconButton } from "./form/icon-button.tsx";
import "#web/styles/selection.css";

type Props = { title: string; clearLabel: string; onClear: () => void; children: ReactNode };

/** At the foot of a page while something is selected: how many, what can be done with them (the children), the way out. */
export function SelectionBar({ title, clearLabel, onClear, children }: Props) {
  return (
    <div className="selection-bar">
      <div ref={liftToasts} className="menu" role="toolbar" aria-label={title}>
        <span className="weight-semibold numeric" role="status">
          {title}
        </span>
        {children}
        <hr />
        <IconButton label={clearLabel} onClick={onClear}>
          <X className="icon" />
        </IconButton>
      </div>
    </div>
  );
}
