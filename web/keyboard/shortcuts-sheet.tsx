import { useActor } from "../lib/session-state.ts";
import { useSingleKeys } from "../lib/single-keys.ts";
import { Dialog } from "../ui/dialog.tsx";
import { type KeyedPage, keyMap } from "./key-map.ts";
import { KEYBOARD_WORDS } from "./words.ts";

/** The `?` sheet: only keys that do something for whoever reads it. */
export function ShortcutsSheet({ pages, onClose }: { pages: readonly KeyedPage[]; onClose: () => void }) {
  const [areOn] = useSingleKeys();
  const areas = keyMap(useActor(), pages, areOn);
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={KEYBOARD_WORDS.title}
      description={areOn ? KEYBOARD_WORDS.hint : KEYBOARD_WORDS.hintOff}
    >
      <div className="shortcuts">
        {areas.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className="row between">
                  <dt className="muted">{label}</dt>
                  <dd className="keys">
                    {keys.map((key) => (
                      <kbd key={key} className="kbd">
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
