import { useId } from "react";
import { useSingleKeys } from "../lib/single-keys.ts";
import { Switch } from "../ui/choice.tsx";
import { KEYBOARD_WORDS } from "./words.ts";

/** Switches the keys without Ctrl or Cmd off and on, for this browser. */
export function SingleKeysSwitch() {
  const id = useId();
  const [areOn, choose] = useSingleKeys();
  return (
    <ul className="setlist">
      <li>
        <label className="grow" htmlFor={id}>
          <span className="m">{KEYBOARD_WORDS.setting}</span>
          <span className="hint">{KEYBOARD_WORDS.settingHint}</span>
        </label>
        <Switch
          id={id}
          aria-label={KEYBOARD_WORDS.setting}
          checked={areOn}
          onChange={(event) => choose(event.target.checked)}
        />
      </li>
    </ul>
  );
}
