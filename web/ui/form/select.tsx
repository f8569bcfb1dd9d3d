import { Check, ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { LOCALE } from "#web/lib/language.ts";
import { cx } from "../class-names.ts";
import { useFieldWiring } from "./field.tsx";
import { Floating } from "../overlay/floating.tsx";

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
};
type Props<Value extends string> = {
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  /** The accessible name where no `Field` gives one. */
  label?: string;
  size?: "small";
  /** Marks a filter that is in force. */
  isSet?: boolean;
  disabled?: boolean;
};

/**
 * A choice of a few fixed values: a button that opens a list. Follows the "select-only combobox" pattern of the
 * ARIA guide: focus stays on the button; arrows, Home, End and letters move, Enter and Space choose, Escape closes (`Floating`).
 */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  label,
  size,
  isSet,
  disabled,
}: Props<Value>) {
  const listId = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const list = useListbox(options, value, onChange);
  const current = options.find((option) => option.value === value);
  return (
    <>
      <button
        ref={setButton}
        type="button"
        {...useFieldWiring()}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={list.open}
        aria-controls={listId}
        aria-activedescendant={list.open && list.active >= 0 ? `${listId}-${list.active}` : undefined}
        aria-label={label}
        className={cx("select", size, isSet && "is-set")}
        disabled={disabled}
        onClick={(event) => {
          // Not every browser focuses a button that is clicked, and the keys come to it.
          event.currentTarget.focus();
          list.setOpen(!list.open);
        }}
        onKeyDown={list.onKeyDown}
        onBlur={() => list.setOpen(false)}
      >
        {current?.icon}
        <span className="value">{current?.label}</span>
        <ChevronDown className="icon small" />
      </button>
      {list.open && button && (
        <Floating
          className="menu listbox"
          id={listId}
          role="listbox"
          aria-label={label}
          anchor={button}
          side="bottom"
          align="start"
          gap={4}
          onDismiss={() => list.setOpen(false)}
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            <OptionRow
              key={option.value}
              id={`${listId}-${index}`}
              option={option}
              isIndented={options.some(({ icon }) => icon !== undefined)}
              chosen={option.value === value}
              active={index === list.active}
              onChoose={() => list.choose(index)}
              onPoint={() => list.setActive(index)}
            />
          ))}
        </Floating>
      )}
    </>
  );
}

type RowProps = {
  id: string;
  option: Option;
  /** Others have an icon: without one, its place is kept. */
  isIndented: boolean;
  chosen: boolean;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
};

function OptionRow({ id, option, isIndented, chosen, active, onChoose, onPoint }: RowProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // The keys are handled on the button, where the focus stays.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={ref}
      id={id}
      className="menu-item"
      role="option"
      aria-selected={chosen}
      aria-disabled={option.disabled || undefined}
      data-active={active}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      {option.icon ?? (isIndented && <span className="icon" />)}
      <span>{option.label}</span>
      {chosen && (
        <span className="item-end">
          <Check className="icon small" />
        </span>
      )}
    </div>
  );
}

function useListbox<Value extends string>(
  options: readonly Option<Value>[],
  value: Value,
  onChange: (value: Value) => void,
) {
  const [open, setOpenState] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = useTypeAhead(options);

  function setOpen(next: boolean) {
    if (next) setActive(options.findIndex((option) => option.value === value));
    setOpenState(next);
  }
  function choose(index: number) {
    const option = options[index];
    if (!option || option.disabled) return;
    setOpen(false);
    if (option.value !== value) onChange(option.value);
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isChoice = key === "Enter" || key === " ";
    const letterTarget = key.length === 1 && !isChoice ? typed(key, active) : null;
    const target = letterTarget ?? step(key, active, options.length);
    if (target === null && !isChoice) return;
    event.preventDefault();
    event.stopPropagation();
    if (isChoice && open) choose(active);
    else if (!open) setOpen(true);
    if (target !== null && (open || letterTarget !== null)) setActive(target);
  }
  return { open, setOpen, active, setActive, choose, onKeyDown };
}

/** The index that a movement key leads to, or null for other keys. */
function step(key: string, from: number, length: number): number | null {
  if (key === "ArrowDown") return Math.min(from + 1, length - 1);
  if (key === "ArrowUp") return Math.max(from - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  return null;
}

/** Letters typed within half a second of each other find the next option that starts with them. */
function useTypeAhead(options: readonly Option[]) {
  const buffer = useRef({ text: "", at: 0 });
  return function find(letter: string, from: number): number | null {
    const now = performance.now();
    const text = (now - buffer.current.at < 500 ? buffer.current.text : "") + letter;
    buffer.current = { text, at: now };
    const first = text.length === 1 ? from + 1 : Math.max(from, 0);
    for (let turn = 0; turn < options.length; turn += 1) {
      const index = (first + turn) % options.length;
      if (alike.compare(options[index]?.label.slice(0, text.length) ?? "", text) === 0) return index;
    }
    return from >= 0 ? from : null;
  };
}

/** Neither capitals nor accents tell letters apart: "o" finds "Österreich". */
const alike = new Intl.Collator(LOCALE, { sensitivity: "base" });
