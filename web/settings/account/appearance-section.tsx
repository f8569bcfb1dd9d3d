import { SingleKeysSwitch } from "#web/keyboard/single-key-shortcuts-switch.tsx";
import { type Theme, useTheme } from "#web/lib/browser/theme.ts";
import { cx } from "#web/ui/class-names.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { TimeZoneChoice } from "./time-zone-choice.tsx";
import { Section } from "../section.tsx";
import { APPEARANCE_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

const CARDS: readonly { theme: Theme; panes: readonly ("light" | "dark")[] }[] = [
  { theme: "light", panes: ["light"] },
  { theme: "dark", panes: ["dark"] },
  { theme: "system", panes: ["light", "dark"] },
];

/** The theme, which changes while one looks, language and time zone, and whether single keys act. */
export function AppearanceSection() {
  const [chosen, choose] = useTheme();
  return (
    <Section id="appearance" title={SETTINGS_MESSAGES.pages.appearance} caption={MESSAGES.caption}>
      <div className="theme-choices" role="radiogroup" aria-label={MESSAGES.theme}>
        {CARDS.map(({ theme, panes }) => (
          <label key={theme} className={cx("theme-choice", chosen === theme && "is-chosen")}>
            <span className="theme-preview" aria-hidden="true">
              {panes.map((pane) => (
                <Preview key={pane} pane={pane} />
              ))}
            </span>
            <span className="theme-label">
              <input
                type="radio"
                className="check"
                name="theme"
                value={theme}
                checked={chosen === theme}
                onChange={() => choose(theme)}
              />
              {MESSAGES[theme]}
            </span>
          </label>
        ))}
      </div>
      <ul className="settings-list">
        <LanguageChoice />
        <TimeZoneChoice />
      </ul>
      <SingleKeysSwitch />
    </Section>
  );
}

/** The shell in small, in the colours of a theme whichever is on. */
function Preview({ pane }: { pane: "light" | "dark" }) {
  return (
    <span className={`preview-${pane}`}>
      <span>
        <i />
        <i />
        <i />
      </span>
      <span>
        <i />
        <b />
      </span>
    </span>
  );
}
