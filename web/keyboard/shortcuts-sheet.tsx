import { useActor } from "#web/lib/api/session-state.ts";
import { useSingleKeys } from "#web/lib/browser/single-key-shortcuts.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { type KeyedPage, listShortcuts } from "./shortcuts.ts";
import { KEYBOARD_MESSAGES } from "./messages.ts";
import { SHORTCUT_MESSAGES } from "./shortcut-messages.ts";

/** The `?` sheet: only keys that do something for whoever reads it. */
export function ShortcutsSheet({ pages, onClose }: { pages: readonly KeyedPage[]; onClose: () => void }) {
  const [areOn] = useSingleKeys();
  const areas = listShortcuts(useActor(), pages, areOn);
  return (
    <Dialog
      open
      wide
      isText
      onOpenChange={onClose}
      title={KEYBOARD_MESSAGES.title}
      description={areOn ? SHORTCUT_MESSAGES.hint : SHORTCUT_MESSAGES.hintOff}
    >
      <div className="shortcuts">
        {areas.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className="flex-row between">
                  <dt className="muted">{label}</dt>
                  <dd className="keys">
                    {keys.map((key) => (
                      <kbd key={key} className="keycap">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
