import { useSingleKeys } from "#web/lib/browser/single-key-shortcuts.ts";

/** Caps of plain letters and signs: with single keys switched off they would promise what does not happen. */
const PLAIN = /^[!-~]$/;

/** Key caps beside a label; for the eye only, since screen readers announce the control itself. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  const [areOn] = useSingleKeys();
  if (!areOn && keys.every((key) => PLAIN.test(key))) return null;
  return (
    <span className="keys" aria-hidden="true">
      {keys.map((key) => (
        <span key={key} className="keycap">
          {key}
        </span>
      ))}
    </span>
  );
}
