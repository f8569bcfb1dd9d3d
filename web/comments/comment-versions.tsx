import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Comment, versionsQuery } from "./data.ts";
import { COMMENT_MESSAGES } from "./messages.ts";

/** The word "edited", which shows staff what stood there before (rule 87). */
export function VersionsPopover({ ticketId, comment }: { ticketId: string; comment: Comment }) {
  const [open, setOpen] = useState(false);
  const versions = useQuery({ ...versionsQuery(ticketId, comment), enabled: open });
  return (
    <Popover
      label={COMMENT_MESSAGES.versions}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="link" title={COMMENT_MESSAGES.versions}>
          {COMMENT_MESSAGES.edited}
        </button>
      }
    >
      <h3 className="menu-label">{COMMENT_MESSAGES.versions}</h3>
      {versions.isPending && <Skeleton width="12rem" />}
      {versions.isError && <p className="menu-note">{failureMessage(versions.error)}</p>}
      {versions.data?.versions.map((version) => (
        <div key={version.written_at} className="version">
          <p className="subtle text-tiny">
            <DateText at={version.written_at} exact />
            {version.by && ` · ${version.by}`}
          </p>
          <p className="plain-text">{version.comment}</p>
        </div>
      ))}
    </Popover>
  );
}
