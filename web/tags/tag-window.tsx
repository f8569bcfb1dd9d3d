import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Check, Minus, Plus, Search } from "lucide-react";
import { useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { TAG_REFUSALS } from "#contract/refusals/tags.ts";
import { foldText } from "#contract/text/search-folding.ts";
import { NO_TAG } from "#contract/tags/no-tag.ts";
import { isTagTooLong, tagName } from "#contract/tags/tag-names.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import { Button } from "#web/ui/button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { PopoverWindow } from "#web/ui/overlay/popover-window.tsx";
import { type Tag, tagsQuery } from "./data.ts";
import { TAG_MESSAGES } from "./messages.ts";

export type TagListProps = {
  /** Names that are on; of several tickets those that all have. */
  chosen: readonly string[];
  /** Names that some of several tickets have. */
  partly?: readonly string[];
  /** New words can be typed. */
  mayCreate?: boolean;
  /** Offers the tickets without a tag, as a filter does. */
  withUntagged?: boolean;
  onToggle: (name: string, isOn: boolean) => void;
};
type Props = TagListProps & { open: boolean; anchor: HTMLElement; onClose: () => void };

/** A searchable list of tags, several of which can be on; it stays open until it is left. */
export function TagWindow({ open, anchor, onClose, ...list }: Props) {
  return (
    <PopoverWindow
      open={open}
      anchor={anchor}
      label={TAG_MESSAGES.title}
      className="picker tag-window"
      onClose={onClose}
    >
      <TagList {...list} />
    </PopoverWindow>
  );
}

function TagList({ chosen, partly = [], mayCreate, withUntagged, onToggle }: TagListProps) {
  const [term, setTerm] = useState("");
  const asked = useDebouncedText(term.trim());
  const tags = useQuery(tagsQuery(asked));
  const rows = matching(tags.data?.items, term);
  const fresh = mayCreate ? newName(term, rows) : null;
  const label = mayCreate ? TAG_MESSAGES.find : TAG_MESSAGES.search;
  function toggle(name: string, isOn: boolean) {
    setTerm("");
    onToggle(name, isOn);
  }
  return (
    <Command shouldFilter={false} label={label} loop>
      <div className="search small">
        <Search className="icon" />
        <Command.Input placeholder={label} aria-label={label} value={term} onValueChange={setTerm} />
      </div>
      <hr />
      <Command.List className="menu-list" label={TAG_MESSAGES.title}>
        {withUntagged && !term && (
          <TagRow
            name={NO_TAG}
            label={TAG_MESSAGES.untagged}
            isOn={chosen.includes(NO_TAG)}
            onToggle={toggle}
          />
        )}
        {rows.map(({ name }) => (
          <TagRow
            key={name}
            name={name}
            label={name}
            isOn={chosen.includes(name) || (partly.includes(name) && "mixed")}
            onToggle={toggle}
          />
        ))}
        {fresh && (
          <Command.Item className="menu-item" value={`new ${fresh}`} onSelect={() => toggle(fresh, true)}>
            <Plus className="icon" />
            <span className="truncate">{TAG_MESSAGES.create(fresh)}</span>
          </Command.Item>
        )}
      </Command.List>
      {tags.isError ? (
        <div className="menu-note" role="alert">
          {failureMessage(tags.error, TAG_MESSAGES.failedToFetch)}
          <Button size="small" onClick={() => void tags.refetch()}>
            {UI_MESSAGES.tryAgain}
          </Button>
        </div>
      ) : tags.isPending ? (
        <div className="menu-note">{TAG_MESSAGES.loading}</div>
      ) : (
        <Command.Empty className="menu-note">
          {term ? ((mayCreate ? whyNoName(term) : null) ?? TAG_MESSAGES.noMatch) : TAG_MESSAGES.empty}
        </Command.Empty>
      )}
    </Command>
  );
}

type RowProps = {
  name: string;
  label: string;
  isOn: boolean | "mixed";
  onToggle: (name: string, isOn: boolean) => void;
};

function TagRow({ name, label, isOn, onToggle }: RowProps) {
  return (
    <Command.Item
      className="menu-item"
      value={name}
      aria-checked={isOn}
      // What some have, all get.
      onSelect={() => onToggle(name, isOn !== true)}
    >
      <span className="tick">
        {isOn === true && <Check className="icon small" />}
        {isOn === "mixed" && <Minus className="icon small" />}
      </span>
      <span className="truncate">{label}</span>
      {isOn === "mixed" && <span className="item-end subtle text-tiny">{TAG_MESSAGES.onSome}</span>}
    </Command.Item>
  );
}

/** The tags whose name, or a former one, holds what is typed; those that begin with it first. */
function matching(tags: readonly Tag[] | undefined, term: string): Tag[] {
  const typed = foldText(tagName(term) ?? term.trim());
  const found = (tags ?? []).filter(({ name, aliases }) =>
    [name, ...aliases].some((each) => foldText(each).includes(typed)),
  );
  const begins = ({ name }: Tag) => (foldText(name).startsWith(typed) ? 0 : 1);
  return typed === "" ? found : found.toSorted((a, b) => begins(a) - begins(b));
}

/** Why what is typed cannot be the name of a tag, in the words in which it would be refused; null where it can. */
function whyNoName(term: string): string | null {
  const name = tagName(term);
  if (name === null) return TAG_REFUSALS["tag.invalid"];
  if (name === NO_TAG) return TAG_REFUSALS["tag.reserved"];
  return isTagTooLong(name) ? TAG_REFUSALS["tag.too_long"]({ max: LIMITS.tagName }) : null;
}

/** What is typed as the name of a new tag; null where there is one, or where it is no name. */
function newName(term: string, known: readonly Tag[]): string | null {
  const name = tagName(term);
  if (name === null || whyNoName(term) !== null) return null;
  return known.some((tag) => tag.name === name || tag.aliases.includes(name)) ? null : name;
}
