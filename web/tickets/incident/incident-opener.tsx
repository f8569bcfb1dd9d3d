import { type ReactElement, useState } from "react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useOffer } from "#web/lib/page-commands.ts";
import { INCIDENT_OPENER_MESSAGES as MESSAGES } from "./opener-messages.ts";

const incidentDialog = lazyPart(
  () => import("./incident-dialog.tsx"),
  (module) => module.IncidentDialog,
);

type Props = {
  tickets: readonly { id: string; subject: string }[];
  isEnabled: boolean;
  /** The palette lists it as well. */
  isOffered?: boolean;
  onLinked?: () => void;
  renderButton: (props: { label: string; onClick: () => void; fetch: () => void }) => ReactElement;
};

/** Opens the window in which tickets become those of an incident. */
export function IncidentOpener({ tickets, isEnabled, isOffered = false, onLinked, renderButton }: Props) {
  const [isOpen, setOpen] = useState(false);
  const open = () => isEnabled && setOpen(true);
  useOffer({ id: "incident", label: MESSAGES.link, act: open }, null, isEnabled && isOffered);
  return (
    <>
      {renderButton({ label: MESSAGES.link, onClick: open, fetch: incidentDialog.fetch })}
      {isOpen && (
        <incidentDialog.Part
          tickets={tickets}
          onClose={() => setOpen(false)}
          {...(onLinked && { onLinked })}
        />
      )}
    </>
  );
}
