import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Language } from "#contract/languages.ts";
import type { At, CaretListProps } from "#web/lib/form/use-caret-search.ts";
import { Button } from "#web/ui/button.tsx";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import { cx } from "#web/ui/class-names.ts";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { useStandAtCaret } from "#web/ui/overlay/stand-at-caret.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { type Reply, renderedQuery } from "../data.ts";
import { REPLY_MESSAGES } from "../messages.ts";
import { PICKER_MESSAGES as MESSAGES } from "./messages.ts";
import { ReplyOption } from "./reply-option.tsx";
import { ReplyPreview } from "./reply-preview.tsx";
import { useReplyHits } from "./use-reply-hits.ts";
import "#web/styles/replies.css";

type Props = CaretListProps & {
  ticketId: string;
  /** What is in the box is an internal note. */
  isInternal: boolean;
  token: At;
  /** Resolves once it is in the box, or was refused. */
  onChoose: (reply: Reply, language: Language | undefined) => Promise<void>;
};

/** Saved replies at the caret, with how the active one reads on the ticket; on phones above the keyboard. */
export function ReplyPicker({ ref, id, onActive, ticketId, isInternal, token, onChoose }: Props) {
  const hits = useReplyHits(token.search, ticketId);
  const { rows } = hits;
  const { chosen, setActive, move } = useActiveRow(rows, token.search);
  const [language, setLanguage] = useState<Language | undefined>(undefined);
  const rendered = useRendered(chosen, ticketId, language);
  const [isBusy, setBusy] = useState(false);
  const activeId = chosen ? `${id}-${chosen.id}` : null;
  useEffect(() => onActive(activeId), [activeId, onActive]);

  function choose(reply: Reply) {
    if (isBusy) return;
    setBusy(true);
    void onChoose(
      reply,
      reply.languages.find((one) => one === language),
    ).finally(() => setBusy(false));
  }
  useImperativeHandle(ref, () => ({
    onKey({ key, shiftKey, altKey, code }) {
      if (!chosen) return false;
      const step = STEPS[key];
      if (altKey && code === "KeyL") setLanguage(otherLanguage(chosen, rendered.data?.language ?? undefined));
      else if (step) move(step);
      else if (!shiftKey && (key === "Enter" || key === "Tab")) choose(chosen);
      else return false;
      return true;
    },
  }));
  const layer = useRef<HTMLDivElement>(null);
  // With letters that fit nothing it is gone, and they are only text.
  const isEmpty = rows.length === 0 && (hits.isPending || hits.error === null) && token.search.length > 1;
  useStandAtCaret(layer, { box: token.box, index: token.start, isEmpty });
  if (isEmpty) return null;
  return createPortal(
    // Not a control: what is pressed in it must not take the focus from the box.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={layer}
      className={cx("menu reply-picker", !chosen && "is-plain")}
      data-state="open"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <span className="visually-hidden" role="status">
        {!hits.isPending && MESSAGES.found(rows.length)}
      </span>
      <div className="reply-list">
        <div id={id} role="listbox" aria-label={REPLY_MESSAGES.title} aria-busy={isBusy}>
          {rows.map((reply) => (
            <ReplyOption
              key={reply.id}
              id={`${id}-${reply.id}`}
              reply={reply}
              search={token.search}
              isActive={reply === chosen}
              onPoint={() => setActive(reply.id)}
              onChoose={() => choose(reply)}
            />
          ))}
        </div>
        <Notes hits={hits} />
      </div>
      {chosen && (
        <>
          <ReplyPreview
            reply={chosen}
            rendered={rendered}
            onLanguage={setLanguage}
            hindrance={isInternal && chosen.visibility === "public" ? MESSAGES.onlyForClients : null}
          />
          <Foot typed={`;${token.search}`} />
        </>
      )}
    </div>,
    document.body,
  );
}

/** The reply as it reads on the ticket; who runs through the list does not ask for all of it. */
function useRendered(reply: Reply | undefined, ticketId: string, wanted: Language | undefined) {
  const id = reply?.id ?? "";
  const asked = useDebouncedText(id);
  const language = reply?.languages.find((one) => one === wanted);
  return useQuery({ ...renderedQuery(id, ticketId, language), enabled: id !== "" && asked === id });
}

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 };

function otherLanguage({ languages }: Reply, language: Language | undefined): Language | undefined {
  const at = language === undefined ? 0 : languages.indexOf(language);
  return languages[(at + 1) % languages.length];
}

/** The row that Enter takes: the first, until another is moved to. */
function useActiveRow(rows: readonly Reply[], search: string) {
  const [active, setActive] = useState<string | null>(null);
  const [searched, setSearched] = useState(search);
  if (searched !== search) {
    setSearched(search);
    setActive(null);
  }
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  );
  return {
    chosen: rows[index],
    setActive,
    move: (step: 1 | -1) => setActive(rows[(index + step + rows.length) % rows.length]?.id ?? null),
  };
}

/** Below the list: that it is on its way, that it could not be fetched, or that there is none yet. */
function Notes({ hits }: { hits: ReturnType<typeof useReplyHits> }) {
  if (hits.error !== null)
    return (
      <div className="menu-note" role="alert">
        {hits.error}
        <Button size="small" onClick={hits.retry}>
          {UI_MESSAGES.tryAgain}
        </Button>
      </div>
    );
  if (hits.isPending)
    return (
      <div className="menu-note">
        <span className="flex-row">
          <Spinner /> {MESSAGES.loading}
        </span>
      </div>
    );
  if (hits.rows.length > 0) return null;
  return (
    <div className="menu-note">
      {hits.count === 0 ? MESSAGES.none : MESSAGES.noMatch}
      <Link className="link" to="/settings/replies" search={{ reply: "new" }}>
        {MESSAGES.write}
      </Link>
    </div>
  );
}

function Foot({ typed }: { typed: string }) {
  return (
    <footer>
      <span className="flex-row">
        <KeyCaps keys={["↑", "↓"]} /> {MESSAGES.move}
      </span>
      <span className="flex-row">
        <KeyCaps keys={["↵"]} /> {MESSAGES.insert}
      </span>
      <span className="flex-row">
        <KeyCaps keys={["Esc"]} /> {MESSAGES.keep(typed)}
      </span>
    </footer>
  );
}
