import { Archive } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { SAVED_FORM_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  name: string;
  /** What is archived: the title of the question, and its button. */
  title: string;
  act: string;
  archive: () => Promise<unknown>;
  /** Gives up what is typed, and leads away. */
  onArchived: () => void;
};

/** Archives something that can be chosen no longer then; asks first. */
export function ArchiveButton({ name, title, act, archive, onArchived }: Props) {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button look="ghost" icon={<Archive className="icon" />} onClick={() => ask(true)}>
        {MESSAGES.archive}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title={title}
        description={MESSAGES.archiveLead(name)}
        icon={<Archive className="icon large" />}
        act={act}
        busyLabel={MESSAGES.archiving}
        onConfirm={async () => {
          await archive();
          onArchived();
        }}
      />
    </>
  );
}
