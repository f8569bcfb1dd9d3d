import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { priorityLabel } from "#web/ui/priority-badge.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { statusLabel } from "#web/ui/status-badge.tsx";
import type { Author } from "./conflict-authors.ts";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import type { Edit } from "./use-edit.ts";
import type { EditField, EditValues } from "./edit-values.ts";
import { FORM_MESSAGES } from "../form/messages.ts";

type Props = { edit: Edit; authorOf: (field: EditField) => Author | undefined };

/** Yours beside theirs for each field that two people changed, with who changed it and a choice. */
export function ConflictPanel({ edit, authorOf }: Props) {
  return (
    <div className="stack" role="alert">
      <Banner tone="warning" title={FORM_MESSAGES.conflict}>
        {FORM_MESSAGES.conflictHint}
      </Banner>
      {edit.conflicts.map((field) => (
        <fieldset key={field} className="card conflict">
          <legend className="visually-hidden">{LABELS[field]}</legend>
          <Side
            title={`${LABELS[field]} · ${FORM_MESSAGES.yours}`}
            text={textOf(field, edit.form.values)}
            act={FORM_MESSAGES.keepYours}
            onChoose={() => edit.keepYours(field)}
          />
          <Side
            title={`${LABELS[field]} · ${FORM_MESSAGES.theirs}`}
            text={textOf(field, edit.theirs)}
            author={authorOf(field)}
            act={FORM_MESSAGES.takeTheirs}
            onChoose={() => edit.takeTheirs(field)}
          />
        </fieldset>
      ))}
    </div>
  );
}

function Side({
  title,
  text,
  author,
  act,
  onChoose,
}: {
  title: string;
  text: string;
  author?: Author;
  act: string;
  onChoose: () => void;
}) {
  return (
    <div className="half">
      <b className="text-small">{title}</b>
      {author && (
        <span className="subtle text-tiny">
          {FORM_MESSAGES.changedBy} {author.by ?? DETAIL_MESSAGES.system}{" "}
          <RelativeTime at={author.at} form="long" />
        </span>
      )}
      <p className="plain-text">{text}</p>
      <Button size="small" onClick={onChoose}>
        {act}
      </Button>
    </div>
  );
}

const LABELS: Record<EditField, string> = {
  subject: FORM_MESSAGES.subject,
  issue: FORM_MESSAGES.description,
  status: FORM_MESSAGES.status,
  priority: FORM_MESSAGES.priority,
  assignee_id: FORM_MESSAGES.assignee,
  group_id: FORM_MESSAGES.groupTeam,
};

function textOf(field: EditField, values: EditValues): string {
  if (field === "status") return statusLabel(values.status);
  if (field === "priority") return priorityLabel(values.priority);
  if (field === "assignee_id") return values.assignee_id?.fullname ?? FORM_MESSAGES.unassigned;
  if (field === "group_id") return values.group_id?.name ?? FORM_MESSAGES.none;
  return values[field] || FORM_MESSAGES.empty;
}
