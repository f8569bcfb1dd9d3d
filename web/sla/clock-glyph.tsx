import type { ReactNode } from "react";
import { cx } from "#web/ui/class-names.ts";
import type { Standing } from "./standing.ts";

const CIRCUMFERENCE = 2 * Math.PI * 5.25;

/** A ring that fills with the time used; a check, a break or a pause in it says the rest without colour. */
export function ClockGlyph({ standing, used }: { standing: Standing; used: number }) {
  return (
    <svg className={cx("clock-glyph", `clock-${standing}`)} viewBox="0 0 14 14" aria-hidden="true">
      {standing === "running" || standing === "due_soon" ? <Filling used={used} /> : SIGNS[standing]}
    </svg>
  );
}

function Filling({ used }: { used: number }) {
  const length = Math.min(1, Math.max(0, used)) * CIRCUMFERENCE;
  return (
    <>
      <circle className="track" cx="7" cy="7" r="5.25" />
      <circle
        cx="7"
        cy="7"
        r="5.25"
        strokeDasharray={`${length} ${CIRCUMFERENCE}`}
        transform="rotate(-90 7 7)"
      />
    </>
  );
}

const ring = <circle cx="7" cy="7" r="5.25" />;
const dash = (
  <>
    {ring}
    <path d="M4.8 7h4.4" />
  </>
);

const SIGNS: Record<Exclude<Standing, "running" | "due_soon">, ReactNode> = {
  overdue: (
    <>
      {ring}
      <path d="M7 4.2v3.2M7 9.6v.1" />
    </>
  ),
  paused: (
    <>
      <circle cx="7" cy="7" r="5.25" strokeDasharray="2.4 1.72" />
      <path d="M5.7 5.2v3.6M8.3 5.2v3.6" />
    </>
  ),
  met: (
    <>
      {ring}
      <path d="M4.6 7.2 6.3 8.9l3.2-3.6" />
    </>
  ),
  missed: (
    <>
      <circle cx="7" cy="7" r="5.25" strokeDasharray="12.5 4" transform="rotate(-22 7 7)" />
      <path d="m5.3 5.3 3.4 3.4M8.7 5.3 5.3 8.7" />
    </>
  ),
  not_needed: dash,
  not_measured: dash,
  merged: dash,
};
