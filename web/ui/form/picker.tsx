import { Command } from "cmdk";
import { Check, ChevronDown, Search } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { cx } from "../class-names.ts";
import { useFieldWiring } from "./field.tsx";
import { keepMovedFocus } from "../overlay/keep-moved-focus.ts";
import { KeyCaps } from "../key-caps.tsx";
import { usePortalContainer } from "../overlay/portal-container.ts";
import { useAnchorInView } from "../overlay/use-anchor-in-view.ts";
import { SEARCH_DELAY_MS } from "./search-box.tsx";
import { Skeleton } from "../skeleton.tsx";
import { UI_MESSAGES } from "../messages.ts";

export type Pick = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Small words at the end of the row, such as "You" or a company's name. */
  note?: string;
};
export type PickerProps = {
  /** The accessible name of the button where no `Field` gives one, and of the list. */
  label: string;
  /** Placeholder of the search, such as "Assign to…". */
  searchLabel: string;
  value: Pick | null;
  onChange: (pick: Pick | null) => void;
  /** The rows that answer the present search; undefined while they load. */
  options: readonly Pick[] | undefined;
  /** The sentence of a failed load, shown with Try again. */
  error?: string | null;
  onRetry?: () => void;
  /** Asked when typing rests; without it the rows are filtered here. */
  onSearch?: (term: string) => void;
  onOpenChange?: (open: boolean) => void;
  /** The label for no value, such as "Unassigned"; with `clearable` also the first row while there is a value. */
  empty: { label: string; icon?: ReactNode };
  clearable?: boolean;
  /** Several different values stand behind the choice: none is marked, and all can be cleared. */
  isMixed?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** Another button instead of the select look, for inline pickers; gets focus and opens the list. */
  trigger?: ReactElement;
};

/** A searchable choice out of many: people, companies, teams. */
export function Picker(props: PickerProps) {
  const [open, setOpenState] = useState(false);
  const wiring = useFieldWiring();
  const layer = usePortalContainer();
  const button = useRef<HTMLButtonElement>(null);
  useAnchorInView(button, open);
  const listId = useId();
  const shown = props.value?.label ?? props.empty.label;
  function setOpen(next: boolean) {
    setOpenState(next);
    props.onOpenChange?.(next);
    if (!next) props.onSearch?.("");
  }
  function choose(pick: Pick | null) {
    setOpen(false);
    if (props.isMixed || pick?.id !== props.value?.id) props.onChange(pick);
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild ref={button} disabled={props.disabled}>
        {props.trigger ?? (
          <button
            type="button"
            {...wiring}
            aria-label={wiring.id ? undefined : `${props.label}: ${shown}`}
            className={cx("select", props.busy && "is-busy")}
          >
            {props.value ? props.value.icon : props.empty.icon}
            <span className={cx("value", !props.value && "subtle")}>{shown}</span>
            <ChevronDown className="icon small" />
          </button>
        )}
      </Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Content
          className="menu picker"
          aria-label={props.label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepMovedFocus}
        >
          <PickerList {...props} listId={listId} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type ListProps = PickerProps & { listId: string; onChoose: (pick: Pick | null) => void };

function PickerList({
  label,
  searchLabel,
  options,
  value,
  empty,
  clearable,
  isMixed,
  error,
  onRetry,
  onSearch,
  onChoose,
}: ListProps) {
  const { term, setTerm, isBehind } = useDebouncedSearch(onSearch);
  const isHere = !error && options !== undefined && !isBehind;
  return (
    <Command shouldFilter={!onSearch} label={label} loop>
      <div className="search small">
        <Search className="icon" />
        <Command.Input
          placeholder={searchLabel}
          aria-label={searchLabel}
          value={term}
          onValueChange={setTerm}
        />
      </div>
      <hr />
      <Command.List className="menu-list" label={label}>
        {isHere && clearable && (value || isMixed) && !term && (
          <Row pick={{ id: "", ...empty }} chosen={false} onChoose={() => onChoose(null)} />
        )}
        {isHere &&
          options.map((pick) => (
            <Row key={pick.id} pick={pick} chosen={pick.id === value?.id} onChoose={() => onChoose(pick)} />
          ))}
      </Command.List>
      {/* Below the list, which holds choices alone. */}
      {error ? (
        <div className="menu-note" role="alert">
          {error}
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              {UI_MESSAGES.tryAgain}
            </Button>
          )}
        </div>
      ) : isHere ? (
        <Command.Empty className="menu-note">{UI_MESSAGES.noMatch}</Command.Empty>
      ) : (
        <LoadingRows />
      )}
    </Command>
  );
}

/** Asks when typing rests. Until the answer, Enter would choose out of the rows of the search before: `isBehind`. */
function useDebouncedSearch(onSearch: PickerProps["onSearch"]) {
  const [term, setTerm] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const ask = () => {
      setAsked(term.trim());
      onSearch?.(term.trim());
    };
    const timer = window.setTimeout(ask, term ? SEARCH_DELAY_MS : 0);
    return () => window.clearTimeout(timer);
    // The caller's function may change with each render; only typing asks again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [term]);
  return { term, setTerm, isBehind: onSearch !== undefined && term.trim() !== asked };
}

function Row({ pick, chosen, onChoose }: { pick: Pick; chosen: boolean; onChoose: () => void }) {
  return (
    <Command.Item className="menu-item" value={`${pick.label} ${pick.id}`} onSelect={onChoose}>
      {pick.icon}
      <span className="truncate">{pick.label}</span>
      <span className="item-end">
        {pick.note && <span className="subtle text-tiny">{pick.note}</span>}
        {chosen && <Check className="icon small" />}
        {!pick.note && !chosen && (
          <span className="enter-key desktop-only">
            <KeyCaps keys={["↵"]} />
          </span>
        )}
      </span>
    </Command.Item>
  );
}

function LoadingRows() {
  return (
    <Command.Loading label={UI_MESSAGES.loading}>
      {["62%", "48%", "70%"].map((width) => (
        <span key={width} className="menu-item">
          <Skeleton width="20px" height="20px" round />
          <Skeleton width={width} />
        </span>
      ))}
    </Command.Loading>
  );
}
