import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";

/** How far something is, from 0 to 1, in a bar and in words. */
export function ShareBar({ label, share }: { label: string; share: number }) {
  return (
    <div className="share-bar">
      <div className="flex-row between">
        <span>{label}</span>
        <span className="muted">{MESSAGES.percent(share)}</span>
      </div>
      <progress aria-label={label} max={1} value={share} />
    </div>
  );
}
