import { TagIcon } from "lucide-react";
import { useRef } from "react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { TAG_MESSAGES } from "#web/tags/messages.ts";
import { type OpenerProps, TagOpener } from "#web/tags/tag-opener.tsx";
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
      renderButton={(opener) => <TagsButton {...opener} />}
    />
  );
}

function TagsButton({ ref, ...rest }: OpenerProps) {
  const button = useRef<HTMLButtonElement>(null);
  useHotkey("t", () => button.current?.click());
  return (
    <Button
      look="ghost"
      icon={<TagIcon className="icon" />}
      keys={["T"]}
      ref={(element) => {
        button.current = element;
        return ref(element);
      }}
      {...rest}
    >
      {TAG_MESSAGES.title}
    </Button>
  );
}
