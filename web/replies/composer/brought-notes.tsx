import { placeLabel } from "#contract/replies/placeholder-labels.ts";
import { labelsOf } from "#contract/replies/render.ts";
import { FieldError } from "#web/ui/form/field.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import type { Blocks } from "./find-blocks.ts";
import { BROUGHT_MESSAGES as MESSAGES } from "./messages.ts";

/** Below the box: what has to be done before the words can go. */
export function BroughtNotes({ blocks: { places, stale, isBlocked } }: { blocks: Blocks }) {
  if (!isBlocked) return null;
  const labels = labelsOf(places).map(placeLabel);
  const sentences = [
    ...(labels.length > 0 ? [MESSAGES.fillIn(labels.join(", "))] : []),
    ...(stale.length > 0 ? [MESSAGES.takeOff(stale.map(({ name }) => name).join(", "))] : []),
  ];
  return (
    <div className="flex-column">
      <FieldError>{`${sentences.join(". ")}.`}</FieldError>
      {places.length > 0 && (
        <span className="hint desktop-only">
          <KeyCaps keys={["Tab"]} /> {MESSAGES.nextPlace}
        </span>
      )}
    </div>
  );
}
