import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  isOpen: boolean;
  /** The id of what it unfolds, which is there only while it is open. */
  controls: string;
  onToggle: () => void;
  children: ReactNode;
};

/** Unfolds what of a mail is no new words, and folds it again. */
export function FoldButton({ isOpen, controls, onToggle, children }: Props) {
  const Sign = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className="fold"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
    >
      <Sign className="icon small" />
      {children}
    </button>
  );
}
