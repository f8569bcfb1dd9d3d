import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { Toaster, toast as sonner } from "sonner";
import { keepAboveBars } from "#web/lib/browser/bottom-bars.ts";
import { isNarrow } from "#web/lib/browser/media-query.ts";
import { Button } from "../button.tsx";
import { TOASTS } from "./toast-settings.ts";
import { UI_MESSAGES } from "../messages.ts";

export type ToastType = "success" | "info" | "warning" | "error" | "loading";
export type ToastOptions = {
  /** The reason, below the message. */
  detail?: string;
  action?: { label: string; onClick: () => void };
  /** A toast of the same id is replaced, not stacked. */
  id?: string;
  /** How long it stays, where the usual time is too short for what can be done about it. */
  durationMs?: number;
};

/** The toaster, once it is mounted. */
export type Stage = {
  show: (type: ToastType, message: string, options: ToastOptions & { id: string }) => void;
  dismiss: (id: string) => void;
};

/**
 * Puts the place of toasts beside the app, so that they outlive the change from the sign-in page to the app. Resolves
 * once it is mounted: a toast shown before is lost.
 */
export const ready = new Promise<Stage>((resolve) => {
  const place = document.body.appendChild(document.createElement("div"));
  keepAboveBars(place);
  stayAboveWindows(place);
  createRoot(place).render(
    <>
      <Toaster
        expand
        pauseWhenPageIsHidden
        position="bottom-right"
        duration={TOASTS.durationMs}
        gap={TOASTS.gapPx}
        visibleToasts={TOASTS.visible}
        offset={offsetOf("24px")}
        mobileOffset={offsetOf("16px")}
        style={{ zIndex: "var(--z-toast)", fontFamily: "inherit" }}
        containerAriaLabel={UI_MESSAGES.notifications}
      />
      <Listening onReady={() => resolve({ show: showToast, dismiss: dismissToast })} />
    </>,
  );
});

/**
 * Lets toasts be pressed while a window is open: one takes the pointer from the whole page, and closes with what is pressed
 * outside of it, which it hears of at the document.
 */
function stayAboveWindows(place: HTMLElement): void {
  place.style.pointerEvents = "auto";
  place.addEventListener("pointerdown", (event) => event.stopPropagation());
}

/** How far from the window's edges they stand; a bar at the bottom of a page lifts them. */
function offsetOf(edge: string) {
  return { top: edge, right: edge, left: edge, bottom: `var(--toast-bottom, ${edge})` };
}

/** From above on a phone's page without a session, whose one button a toast from below would lie on (rule 1079). */
function positionNow(): "top-right" | undefined {
  return isNarrow() && document.querySelector(".login") ? "top-right" : undefined;
}

/** Its effect runs after that of the sibling before it. */
function Listening({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}

/** The sonner toast of each id. One that leaves is forgotten: what it is given then would leave with it, unread. */
const shownAs = new Map<string, string>();
let shownCount = 0;

function dismissToast(id: string): void {
  const shown = shownAs.get(id);
  if (shown === undefined) return;
  shownAs.delete(id);
  sonner.dismiss(shown);
}

function showToast(
  type: ToastType,
  message: string,
  { detail, action, id, durationMs }: ToastOptions & { id: string },
) {
  const duration = type === "loading" ? Number.POSITIVE_INFINITY : (durationMs ?? TOASTS.durationMs);
  const shown = shownAs.get(id) ?? `${id}#${(shownCount += 1)}`;
  shownAs.set(id, shown);
  const forget = () => void (shownAs.get(id) === shown && shownAs.delete(id));
  const dismiss = () => {
    forget();
    sonner.dismiss(shown);
  };
  // It can be pressed while it leaves: a double click is one.
  let wasPressed = false;
  sonner.custom(
    () => (
      <div className={`toast ${type}`} role="status">
        {ICONS[type]}
        <div className="grow">
          <b>{message}</b>
          {detail && <span>{detail}</span>}
        </div>
        {action && (
          <Button
            size="small"
            onClick={({ currentTarget }) => {
              if (wasPressed) return;
              wasPressed = true;
              // The toaster gives the focus back once it leaves: with the next key it would take it from what that opens.
              currentTarget.blur();
              dismiss();
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        )}
        <button type="button" className="icon-button" aria-label={UI_MESSAGES.dismiss} onClick={dismiss}>
          <X className="icon small" />
        </button>
      </div>
    ),
    { duration, id: shown, position: positionNow(), onAutoClose: forget, onDismiss: forget },
  );
}

const ICONS: Record<ToastType, ReactNode> = {
  success: <CircleCheck className="icon" />,
  info: <Info className="icon" />,
  warning: <TriangleAlert className="icon" />,
  error: <CircleX className="icon" />,
  loading: <span className="spinner" aria-hidden="true" />,
};
