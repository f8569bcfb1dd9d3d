import { PRIORITY_LABELS } from "#contract/labels.ts";
import { PRIORITIES } from "#contract/statuses.ts";

/** A ticket's priority: bars that rise with it, and its label. */
export function PriorityBadge({ priority }: { priority: string }) {
  return (
    <span className={`priority priority-${priority}`}>
      <Bars priority={priority} />
      {priorityLabel(priority)}
    </span>
  );
}

/** The bars alone, coloured, for menus and selects that print the label themselves. */
export function PriorityGlyph({ priority }: { priority: string }) {
  return (
    <span className={`priority-${priority}`}>
      <Bars priority={priority} />
    </span>
  );
}

/** Priorities have their label; another code reads as it is, capitalized (rule 252). */
export function priorityLabel(priority: string): string {
  const code = PRIORITIES.find((one) => one === priority);
  if (code) return PRIORITY_LABELS[code];
  return priority.charAt(0).toUpperCase() + priority.slice(1);
}

/** Full bars out of three; "medium" comes only from imports and counts as normal. */
const LEVELS: Record<string, number> = { low: 1, normal: 2, medium: 2, high: 3 };

function Bars({ priority }: { priority: string }) {
  const level = LEVELS[priority] ?? 0;
  return (
    <svg className="priority-glyph" viewBox="0 0 14 14" aria-hidden="true">
      {priority === "urgent" ? (
        <>
          <rect x="1" y="1" width="12" height="12" rx="3" fill="currentColor" />
          <path d="M7 3.9v3.6" stroke="var(--surface-card)" strokeWidth="1.8" strokeLinecap="round" />
          <circle cx="7" cy="10.1" r="1.05" fill="var(--surface-card)" />
        </>
      ) : (
        [4, 7, 10].map((height, index) => (
          <rect
            key={height}
            x={1.5 + index * 4}
            y={12.5 - height}
            width="3"
            height={height}
            rx="1"
            fill="currentColor"
            opacity={index < level ? 1 : 0.28}
          />
        ))
      )}
    </svg>
  );
}
