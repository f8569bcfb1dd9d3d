import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { Toaster, toast as sonner } from "sonner";
import { Button } from "./button.tsx";
import { TOASTS } from "./toast-limits.ts";
import { UI_WORDS } from "./words.ts";

type Type = "success" | "info" | "warning" | "error" | "loading";
type Options = {
  /** Why, below what happened. */
  detail?: string;
  action?: { label: string; onClick: () => void };
  /** A toast of the same id is replaced, not stacked. */
  id?: string;
};

/** Short messages at the screen's edge; each call returns the id that `dismiss` takes. */
export const toast = {
  success: (words: string, options?: Options) => show("success", words, options),
  info: (words: string, options?: Options) => show("info", words, options),
  warning: (words: string, options?: Options) => show("warning", words, options),
  error: (words: string, options?: Options) => show("error", words, options),
  /** Stays until dismissed or replaced by a toast of the same id. */
  loading: (words: string, options?: Options) => show("loading", words, options),
  dismiss: (id: string | number) => void sonner.dismiss(id),
};

/** Stands once at the root. */
export function Toasts() {
  return (
    <Toaster
      expand
      position="bottom-right"
      duration={TOASTS.durationMs}
      gap={TOASTS.gapPx}
      visibleToasts={TOASTS.visible}
      offset="24px"
      mobileOffset="16px"
      containerAriaLabel={UI_WORDS.notifications}
    />
  );
}

function show(type: Type, words: string, { detail, action, id }: Options = {}) {
  const duration = type === "loading" ? Number.POSITIVE_INFINITY : TOASTS.durationMs;
  return sonner.custom(
    (shown) => (
      <div className={`toast ${type}`} role="status">
        {ICONS[type]}
        <div className="grow">
          <b>{words}</b>
          {detail && <span>{detail}</span>}
        </div>
        {action && (
          <Button
            size="sm"
            onClick={() => {
              action.onClick();
              sonner.dismiss(shown);
            }}
          >
            {action.label}
          </Button>
        )}
        <button
          type="button"
          className="iconbtn"
          aria-label={UI_WORDS.dismiss}
          onClick={() => sonner.dismiss(shown)}
        >
          <X className="i s" />
        </button>
      </div>
    ),
    // An id that is there but undefined would make the toast another one than `shown`.
    id === undefined ? { duration } : { duration, id },
  );
}

const ICONS: Record<Type, ReactNode> = {
  success: <CircleCheck className="i" />,
  info: <Info className="i" />,
  warning: <TriangleAlert className="i" />,
  error: <CircleX className="i" />,
  loading: <span className="spin" aria-hidden="true" />,
};
