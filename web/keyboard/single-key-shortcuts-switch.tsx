import { useId } from "react";
import { useSingleKeys } from "#web/lib/browser/single-key-shortcuts.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { KEYBOARD_MESSAGES } from "./messages.ts";

/** Switches the keys without Ctrl or Cmd off and on, for this browser. */
export function SingleKeysSwitch() {
  const id = useId();
  const [areOn, choose] = useSingleKeys();
  return (
    <ul className="settings-list">
      <li>
        <label className="grow" htmlFor={id}>
          <span className="weight-medium">{KEYBOARD_MESSAGES.setting}</span>
          <span className="hint">{KEYBOARD_MESSAGES.settingHint}</span>
        </label>
        <Switch
          id={id}
          aria-label={KEYBOARD_MESSAGES.setting}
          checked={areOn}
          onChange={(event) => choose(event.target.checked)}
        />
      </li>
    </ul>
  );
}
