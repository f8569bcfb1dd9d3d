import { Plus } from "lucide-react";
import { mayTag } from "#contract/access/tags.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { TAG_MESSAGES } from "#web/tags/messages.ts";
import { TagChip } from "#web/tags/tag-chip.tsx";
import { TagOpener } from "#web/tags/tag-opener.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import type { TicketDetail } from "../ticket-data.ts";
import { ticketAttributesOf } from "../ticket-attributes.ts";
import { useTagging } from "./use-tagging.ts";

/** The tags of a ticket with the list to add and remove some, which T opens. */
export function TagsProperty({ ticket, tags }: { ticket: TicketDetail; tags: readonly string[] }) {
  const isOpen = mayTag(useActor(), ticketAttributesOf(ticket));
  const tagging = useTagging();
  const toggle = (name: string, isOn: boolean) => tagging.mutate({ ids: [ticket.id], name, isOn });
  return (
    <span className="tags-property">
      {tags.map((name) => (
        <TagChip key={name} name={name} onRemove={isOpen ? () => toggle(name, false) : undefined} />
      ))}
      {isOpen ? (
        <TagOpener
          chosen={tags}
          mayCreate
          onToggle={toggle}
          hasKey
          renderButton={(opener) => (
            <IconButton label={TAG_MESSAGES.add} {...opener}>
              <Plus className="icon small" />
            </IconButton>
          )}
        />
      ) : (
        tags.length === 0 && <span className="subtle">{TAG_MESSAGES.none}</span>
      )}
    </span>
  );
}
