import { ChevronDown } from "lucide-react";
import { NO_TAG } from "#contract/tags/no-tag.ts";
import { TAG_MESSAGES } from "#web/tags/messages.ts";
import { type OpenerProps, TagOpener } from "#web/tags/tag-opener.tsx";
import { cx } from "#web/ui/class-names.ts";
import { useFieldWiring } from "#web/ui/form/field.tsx";
import { type ListSearch, tagsIn } from "../list-search-params.ts";

type Props = { search: ListSearch; onChange: (part: ListSearch) => void };

/** The filter by tags: tickets with all of those that are on, or the tickets without one. */
export function TagFilter({ search, onChange }: Props) {
  const chosen = tagsIn(search);
  function toggle(name: string, isOn: boolean) {
    const others = chosen.filter((tag) => tag !== name && (tag === NO_TAG) === (name === NO_TAG));
    const next = isOn ? [...others, name] : others;
    onChange({ tag: next.join(",") || undefined });
  }
  const shown = chosen.map((name) => (name === NO_TAG ? TAG_MESSAGES.untagged : name)).join(", ");
  return (
    <TagOpener
      chosen={chosen}
      withUntagged
      onToggle={toggle}
      renderButton={(opener) => <Opener {...opener} shown={shown} />}
    />
  );
}

function Opener({ shown, ...opener }: OpenerProps & { shown: string }) {
  const wiring = useFieldWiring();
  return (
    <button type="button" className="select" {...wiring} {...opener}>
      <span className={cx("value", !shown && "subtle")}>{shown || TAG_MESSAGES.any}</span>
      <ChevronDown className="icon small" />
    </button>
  );
}
