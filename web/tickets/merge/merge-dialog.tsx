import { useQuery } from "@tanstack/react-query";
import { MergeIcon } from "lucide-react";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TicketPicker } from "../picker/ticket-picker.tsx";
import { type Named, previewQuery, useMerge } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/merge.css";
import { KeepCards } from "./keep-cards.tsx";
import { LeftOut } from "./left-out.tsx";
import { NewReaders, WhatHappens } from "./what-happens.tsx";

type Props = {
  /** The ticket that stays first; a single one asks for another. */
  tickets: readonly Named[];
  onClose: () => void;
  /** Called with the ticket that stays. */
  onMerged: (kept: Named) => void;
};

/** Keep one ticket, read what happens and who will read what, and merge. */
export function MergeDialog({ tickets, onClose, onMerged }: Props) {
  const [other, setOther] = useState<Named | null>(null);
  const all = other ? [...tickets, other] : tickets;
  return all.length < 2 ? (
    <ChooseOther first={all[0]} onChoose={setOther} onClose={onClose} />
  ) : (
    <Merging tickets={all} onClose={onClose} onMerged={onMerged} />
  );
}

function ChooseOther(props: {
  first: Named | undefined;
  onChoose: (ticket: Named | null) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={props.onClose} title={MESSAGES.title} description={MESSAGES.hint}>
      <Field label={MESSAGES.chooseOther} hint={MESSAGES.chooseHint}>
        <TicketPicker value={null} exceptId={props.first?.id ?? ""} onChange={props.onChoose} />
      </Field>
    </Dialog>
  );
}

const NO_TICKET: Named = { id: "", uid: "", subject: "" };

function Merging({ tickets, onClose, onMerged }: Props) {
  const [chosenId, keep] = useState(tickets[0]?.id ?? "");
  // The chosen one can leave the list meanwhile, and the selection with it.
  const kept = tickets.find(({ id }) => id === chosenId) ?? tickets[0] ?? NO_TICKET;
  const keptId = kept.id;
  const ids = tickets.map(({ id }) => id).filter((id) => id !== keptId);
  const preview = useQuery(previewQuery(keptId, ids));
  const merging = useMerge(kept);
  const isOld = preview.isPlaceholderData;
  const fit = preview.data?.tickets.filter(({ id }) => id !== keptId) ?? [];
  const refused = preview.data?.refusals ?? [];
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={MESSAGES.title}
      description={MESSAGES.hint}
      onSubmit={(event) => {
        event.preventDefault();
        void merging.mutateAsync({ others: fit, digest: preview.data?.digest }).then(
          () => onMerged(kept),
          () => undefined,
        );
      }}
      foot={
        <>
          <span className="subtle text-small grow">
            {refused.length > 0 && MESSAGES.leftOut(refused.length, tickets.length)}
          </span>
          <FormButtons
            act={MESSAGES.act(fit.length + 1)}
            busyLabel={MESSAGES.merging}
            isBusy={merging.isPending}
            icon={<MergeIcon className="icon small" />}
            disabled={fit.length === 0 || isOld}
            why={preview.data && fit.length === 0 ? MESSAGES.nothing : undefined}
            onCancel={onClose}
          />
        </>
      }
    >
      {preview.isError && !preview.data ? (
        <ErrorState title={MESSAGES.failedToPreview} onRetry={() => void preview.refetch()}>
          {failureMessage(preview.error)}
        </ErrorState>
      ) : preview.data ? (
        <div className="merge-window">
          <KeepCards tickets={tickets} preview={preview.data} keptId={keptId} onKeep={keep} />
          {fit.length > 0 && (
            <>
              <WhatHappens preview={preview.data} kept={kept} others={fit} />
              <NewReaders readers={preview.data.newly_reads} />
            </>
          )}
          <LeftOut kept={kept} refusals={refused} onKeep={keep} />
        </div>
      ) : (
        <div className="merge-window" aria-busy="true">
          <Skeleton width="100%" height="7rem" />
          <Skeleton width="100%" height="9rem" />
        </div>
      )}
    </Dialog>
  );
}
