import { Clock, CornerDownRight, Hash, PencilLine, SlidersVertical } from "lucide-react";
import { PRIORITY_LABELS, STATUS_LABELS } from "#contract/labels.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import type { Named, Preview } from "./merge-data.ts";
import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";
import { hasUnsavedWords } from "./old-draft.tsx";
import { partsOf } from "./parts-of.ts";

type Props = { preview: Preview; kept: Named; others: readonly Named[] };

/** What moves, where numbers lead, and what the ticket that stays gets. */
export function WhatHappens({ preview, kept, others }: Props) {
  const uids = others.map(({ uid }) => uid);
  const settles = preview.settles.map(describe);
  return (
    <section>
      <h3 className="merge-heading">{MESSAGES.happens}</h3>
      <ul className="merge-list">
        <li>
          <CornerDownRight className="icon small" />
          <span className="grow">
            {MESSAGES.joins(others.length, partsOf(preview.moves), kept.uid)}{" "}
            <span className="subtle text-tiny">
              {MESSAGES.from} <span className="monospace">{uids[0]}</span>
            </span>
            .
          </span>
        </li>
        <li>
          <Hash className="icon small" />
          <span className="grow">{MESSAGES.leads(uids, kept.uid)}</span>
        </li>
        <li>
          <SlidersVertical className="icon small" />
          <span className="grow">
            {settles.length === 0
              ? MESSAGES.keeps(kept.uid)
              : [...settles, MESSAGES.keepsOthers(kept.uid)].join(" ")}
          </span>
        </li>
        <Unsent preview={preview} kept={kept} />
      </ul>
    </section>
  );
}

/** What becomes of answers that wait, and of what the reader has begun to write. */
function Unsent({ preview, kept }: Omit<Props, "others">) {
  const { id: userId } = useUser();
  const { goes_out, stops } = preview.waiting;
  const waiting = [
    ...(goes_out > 0 ? [MESSAGES.waiting(goes_out, kept.uid)] : []),
    ...(stops > 0 ? [MESSAGES.stops(stops)] : []),
  ];
  const drafts = preview.tickets.filter(
    ({ id, has_draft }) => id !== kept.id && (has_draft || hasUnsavedWords(userId, id)),
  );
  return (
    <>
      {waiting.length > 0 && (
        <li>
          <Clock className="icon small" />
          <span className="grow">{waiting.join(" ")}</span>
        </li>
      )}
      {drafts.map(({ id, uid }) => (
        <li key={id}>
          <PencilLine className="icon small" />
          <span className="grow">{MESSAGES.draftKept(uid, kept.uid)}</span>
        </li>
      ))}
    </>
  );
}

function describe({ field, to }: Preview["settles"][number]): string {
  return MESSAGES.settles[field](MESSAGES.list(to.map((value) => labelOf(field, value))));
}

function labelOf(field: Preview["settles"][number]["field"], value: string): string {
  const labels: Partial<Record<string, string>> = { ...STATUS_LABELS, ...PRIORITY_LABELS };
  if (field === "status" || field === "priority") return labels[value] ?? value;
  return field === "follow_up_at" ? dateAndTime(value) : value;
}

/** Who from outside reads what they do not see now. */
export function NewReaders({ readers }: { readers: Preview["newly_reads"] }) {
  return (
    <section>
      <h3 className="merge-heading">{MESSAGES.newReaders}</h3>
      <ul className="merge-list">
        {readers.length === 0 && <li className="subtle">{MESSAGES.nobodyNew}</li>}
        {readers.map((reader) => (
          <li key={reader.user_id}>
            <Avatar name={reader.fullname} size="small" />
            <span className="grow">
              <b className="weight-medium">{reader.fullname}</b>{" "}
              <span className="subtle">{reader.company_name}</span>{" "}
              {MESSAGES.reads(reader.fullname, reader.reads)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
