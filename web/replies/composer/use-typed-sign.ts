import { type RefObject, useRef } from "react";
import { type CaretSearch, typeText } from "#web/lib/form/use-caret-search.ts";

type Options = {
  inputRef: RefObject<HTMLTextAreaElement | null>;
  search: CaretSearch;
  /** The list is about to be shown. */
  onOpen: () => void;
};

/** The button and the key open the list by typing its ";" at the caret, which goes again if nothing comes of it. */
export function useTypedSign({ inputRef, search, onOpen }: Options) {
  const typedAt = useRef<number | null>(null);
  const isIdle = () => search.at?.start === typedAt.current && search.at?.search === "";

  /** Takes the sign away where nothing is typed behind it; false where it stays. */
  function takeBack(): boolean {
    if (!isIdle()) return false;
    search.replace("");
    return true;
  }
  return {
    open: () => {
      const box = inputRef.current;
      if (!box || takeBack()) return;
      onOpen();
      box.focus();
      const { selectionEnd: caret, value } = box;
      box.setSelectionRange(caret, caret);
      const lead = caret === 0 || /\s/.test(value.charAt(caret - 1)) ? "" : " ";
      typedAt.current = caret + lead.length;
      typeText(box, `${lead};`);
    },
    takeBack,
    /** Likewise in a box that is left, which must not get the focus back. */
    dropOnBlur: () => {
      const box = inputRef.current;
      if (!isIdle() || !box || !search.at) return;
      box.setRangeText("", search.at.start, search.at.start + 1, "end");
      box.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
}
