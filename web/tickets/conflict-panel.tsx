import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { priorityLabel } from "../ui/priority-badge.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { statusLabel } from "../ui/status-badge.tsx";
import type { Author } from "./conflict-authors.ts";
import { DETAIL_WORDS } from "./detail-words.ts";
import type { EditState } from "./edit-state.ts";
import type { EditField, EditValues } from "./edit-values.ts";
import { FORM_WORDS } from "./form-words.ts";

type Props = { edit: EditState; authorOf: (field: EditField) => Author | undefined };

/** Yours beside theirs for each field that two people changed, with who changed it and a choice. */
export function ConflictPanel({ edit, authorOf }: Props) {
  return (
    <div className="stack" role="alert">
      <Banner tone="warn" title={FORM_WORDS.conflict}>
        {FORM_WORDS.conflictHint}
      </Banner>
      {edit.conflicts.map((field) => (
        <fieldset key={field} className="card conflict">
          <legend className="vh">{LABELS[field]}</legend>
          <Side
            title={`${LABELS[field]} · ${FORM_WORDS.yours}`}
            text={textOf(field, edit.values)}
            act={FORM_WORDS.keepYours}
            onChoose={() => edit.keepYours(field)}
          />
          <Side
            title={`${LABELS[field]} · ${FORM_WORDS.theirs}`}
            text={textOf(field, edit.theirs)}
            author={authorOf(field)}
            act={FORM_WORDS.takeTheirs}
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
      <b className="sm">{title}</b>
      {author && (
        <span className="subtle xs">
          {FORM_WORDS.changedBy} {author.by ?? DETAIL_WORDS.system}{" "}
          <RelativeTime at={author.at} form="long" />
        </span>
      )}
      <p className="raw">{text}</p>
      <Button size="sm" onClick={onChoose}>
        {act}
      </Button>
    </div>
  );
}

const LABELS: Record<EditField, string> = {
  subject: FORM_WORDS.subject,
  issue: FORM_WORDS.description,
  status: FORM_WORDS.status,
  priority: FORM_WORDS.priority,
  assignee: FORM_WORDS.assignee,
  team: FORM_WORDS.groupTeam,
};

function textOf(field: EditField, values: EditValues): string {
  if (field === "status") return statusLabel(values.status);
  if (field === "priority") return priorityLabel(values.priority);
  if (field === "assignee") return values.assignee?.fullname ?? FORM_WORDS.unassigned;
  if (field === "team") return values.team?.name ?? FORM_WORDS.none;
  return values[field] || FORM_WORDS.empty;
}
