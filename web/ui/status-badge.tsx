import type { ReactNode } from "react";
import { STATUS_LABELS } from "#contract/labels.ts";
import { STATUSES, type Status } from "#contract/statuses.ts";
import { UI_MESSAGES } from "./messages.ts";

/** A ticket's status: its own glyph and its label, so that colour only confirms; unknown codes are grey. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`status status-${known(status)}`}>
      <Glyph status={known(status)} />
      {statusLabel(status)}
    </span>
  );
}

/** The glyph alone, coloured, for menus and selects that print the label themselves. */
export function StatusGlyph({ status }: { status: string }) {
  return (
    <span className={`status-${known(status)}`}>
      <Glyph status={known(status)} />
    </span>
  );
}

/** "in_progress" reads "In Progress"; a code nobody knows reads "Unknown". */
export function statusLabel(status: string): string {
  const code = known(status);
  return code === "unknown" ? UI_MESSAGES.unknown : STATUS_LABELS[code];
}

function known(status: string): Status | "unknown" {
  return STATUSES.find((one) => one === status) ?? "unknown";
}

function Glyph({ status }: { status: Status | "unknown" }) {
  return (
    <svg className="status-glyph" viewBox="0 0 14 14" aria-hidden="true">
      {GLYPHS[status]}
    </svg>
  );
}

const ring = <circle cx="7" cy="7" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.9" />;

const GLYPHS: Record<Status | "unknown", ReactNode> = {
  open: ring,
  pending: (
    <>
      <circle
        cx="7"
        cy="7"
        r="5.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeDasharray="2.4 1.72"
      />
      <circle cx="7" cy="7" r="1.6" fill="currentColor" />
    </>
  ),
  in_progress: (
    <>
      {ring}
      <path d="M7 3.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
    </>
  ),
  on_hold: (
    <>
      {ring}
      <path d="M5.5 5v4M8.5 5v4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  closed: (
    <>
      <circle cx="7" cy="7" r="6.2" fill="currentColor" />
      <path
        d="M4.4 7.2 6.2 9l3.4-3.8"
        fill="none"
        stroke="var(--surface-card)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  unknown: (
    <>
      {ring}
      <path d="M4.8 7h4.4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
};
