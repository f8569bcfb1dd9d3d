import { TagIcon } from "lucide-react";
import { TAG_MESSAGES } from "#web/tags/messages.ts";
import { TagOpener } from "#web/tags/tag-opener.tsx";
import { Button } from "#web/ui/button.tsx";
import type { TicketRow } from "../data.ts";
import { useTagging } from "./use-tagging.ts";

/** Tags of all selected tickets: what some have, all get or lose. */
export function BulkTags({ rows, isFirst }: { rows: readonly TicketRow[]; isFirst: boolean }) {
  const tagging = useTagging();
  const all = [...new Set(rows.flatMap(({ tags = [] }) => tags))];
  const isOnAll = (name: string) => rows.every(({ tags = [] }) => tags.includes(name));
  return (
    <TagOpener
      chosen={all.filter(isOnAll)}
      partly={all.filter((name) => !isOnAll(name))}
      mayCreate
      isFirst={isFirst}
      onToggle={(name, isOn) => tagging.mutate({ ids: rows.map(({ id }) => id), name, isOn })}
      hasKey
      renderButton={(opener) => (
        <Button look="ghost" icon={<TagIcon className="icon" />} keys={["T"]} {...opener}>
          {TAG_MESSAGES.title}
        </Button>
      )}
    />
  );
}
