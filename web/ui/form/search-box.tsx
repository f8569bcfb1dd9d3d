import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { IconButton } from "./icon-button.tsx";
import { KeyCaps } from "../key-caps.tsx";
import { UI_MESSAGES } from "../messages.ts";

/** Pause in typing after which a search runs, in milliseconds. */
export const SEARCH_DELAY_MS = 250;

type Props = {
  /** The placeholder, and the accessible name. */
  label: string;
  value: string;
  /** Called when typing rests, and at once on Enter, when left or when cleared. */
  onSearch: (term: string) => void;
  /** The search of the page: "/" leads there. */
  isOfPage?: boolean;
};

/** A free-text filter: shows what is typed at once and reports it when typing rests. */
export function SearchBox({ label, value, onSearch, isOfPage = false }: Props) {
  const { term, type, settle } = useRestingTerm(value, onSearch);
  const input = useRef<HTMLInputElement>(null);
  useHotkey("/", () => input.current?.focus(), isOfPage);
  return (
    <div className="search small" role="search">
      <Search className="icon" />
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={term}
        onChange={(event) => type(event.target.value)}
        // Leaving the box ends the typing: a later search would take the person back.
        onBlur={() => settle(term)}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle(term);
          if (event.key === "Escape" && term) settle("");
        }}
      />
      {term ? (
        <IconButton label={UI_MESSAGES.clearSearch} onClick={() => settle("")}>
          <X className="icon small" />
        </IconButton>
      ) : (
        isOfPage && <KeyCaps keys={["/"]} />
      )}
    </div>
  );
}

function useRestingTerm(value: string, onSearch: (term: string) => void) {
  const [term, setTerm] = useState(value);
  const reported = useRef(value);
  const timer = useRef<number | undefined>(undefined);
  // A change from outside (the back button, "Clear filters") wins over what stands in the box.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTerm(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  function settle(next: string) {
    window.clearTimeout(timer.current);
    setTerm(next);
    if (next === reported.current) return;
    reported.current = next;
    onSearch(next);
  }
  function type(next: string) {
    setTerm(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => settle(next), SEARCH_DELAY_MS);
  }
  return { term, type, settle };
}
