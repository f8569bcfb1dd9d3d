import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { commentKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { matchesSearch } from "#web/lib/match-text.ts";
import type { CaretListProps, CaretToken } from "#web/lib/form/use-caret-search.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { useStandAtCaret } from "#web/ui/overlay/stand-at-caret.ts";
import { MENTION_MESSAGES as MESSAGES } from "./messages.ts";

export type Suggested = ReplyOf<"GET /tickets/{ticket_id}/mentionable">["users"][number];

type Props = CaretListProps & {
  ticketId: string;
  isInternal: boolean;
  token: CaretToken;
  box: HTMLTextAreaElement;
  onChoose: (person: Suggested) => void;
};

/** The people that can be mentioned, at the caret; on phones above the keyboard, as wide as the window. */
export function MentionList({ ref, id, ticketId, isInternal, token, box, onActive, onChoose }: Props) {
  const people = usePeople(ticketId, isInternal, token.search);
  const groups = groupPeople(people);
  const rows = groups.flatMap((group) => group.people);
  const [active, setActive] = useState(0);
  const [search, setSearch] = useState(token.search);
  if (search !== token.search) {
    setSearch(token.search);
    setActive(0);
  }
  const index = Math.min(active, rows.length - 1);
  const chosen = rows[index];
  const activeId = chosen ? `${id}-${chosen.id}` : null;
  useEffect(() => onActive(activeId), [activeId, onActive]);
  useImperativeHandle(ref, () => ({
    onKey({ key, shiftKey }) {
      if (!chosen) return false;
      const step = STEPS[key];
      if (step) setActive((index + step + rows.length) % rows.length);
      else if (!shiftKey && (key === "Enter" || key === "Tab")) onChoose(chosen);
      else return false;
      return true;
    },
  }));
  const layer = useRef<HTMLDivElement>(null);
  useStandAtCaret(layer, { box, index: token.start, isEmpty: rows.length === 0 });
  if (rows.length === 0) return null;
  return createPortal(
    <div ref={layer} className="menu mention-list" data-state="open">
      <span className="visually-hidden" role="status">
        {MESSAGES.found(rows.length)}
      </span>
      <div id={id} role="listbox" aria-label={MESSAGES.people}>
        {groups.map(({ label, people: members }) => (
          <div key={label} role="group" aria-label={label}>
            <div className="menu-label" aria-hidden="true">
              {label}
            </div>
            {members.map((person) => (
              <Row
                key={person.id}
                id={`${id}-${person.id}`}
                person={person}
                search={token.search}
                isActive={person === chosen}
                onPoint={() => setActive(rows.indexOf(person))}
                onChoose={() => onChoose(person)}
              />
            ))}
          </div>
        ))}
      </div>
      {isInternal && (
        <>
          <hr />
          <div className="menu-label">{MESSAGES.onlyStaff}</div>
        </>
      )}
    </div>,
    document.body,
  );
}

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 };

type RowProps = {
  id: string;
  person: Suggested;
  search: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Row({ id, person, search, isActive, onPoint, onChoose }: RowProps) {
  return (
    // The box has the focus, and sends its keys to the list.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="menu-item"
      data-active={isActive}
      onPointerMove={onPoint}
      // The box keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Avatar name={person.fullname} size="small" />
      <span className="truncate">
        <Matched name={person.fullname} search={search} />
      </span>
      {isActive && (
        <span className="item-end">
          <KeyCaps keys={["↵"]} />
        </span>
      )}
    </div>
  );
}

/** The name, with the letters that were typed marked in it. */
function Matched({ name, search }: { name: string; search: string }) {
  const at = search === "" ? -1 : name.toLocaleLowerCase().indexOf(search.toLocaleLowerCase());
  if (at === -1) return name;
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + search.length)}</mark>
      {name.slice(at + search.length)}
    </>
  );
}

const RECENT_MS = 10_000;

function usePeople(ticketId: string, isInternal: boolean, search: string): readonly Suggested[] {
  const visibility = isInternal ? ("internal" as const) : ("public" as const);
  const { data, isPlaceholderData } = useQuery({
    queryKey: commentKeys.mentionable(ticketId, { search, visibility }),
    queryFn: async ({ signal }) => {
      const query = { search: search || undefined, visibility };
      const params = { ticket_id: ticketId };
      return (await api("GET /tickets/{ticket_id}/mentionable", { params, query, signal })).users;
    },
    placeholderData: keepPreviousData,
    staleTime: RECENT_MS,
    retry: false,
  });
  if (!data || !isPlaceholderData) return data ?? [];
  // Enter must not take somebody whom the letters before have found.
  return data.filter(({ fullname }) => matchesSearch([fullname], search));
}

/** Those on the ticket first, then staff, then people from outside. */
function groupPeople(people: readonly Suggested[]): { label: string; people: Suggested[] }[] {
  const groups = [
    { label: MESSAGES.onTicket, people: people.filter(({ is_on_ticket }) => is_on_ticket) },
    {
      label: MESSAGES.staff,
      people: people.filter(({ is_on_ticket, user_type }) => !is_on_ticket && user_type === "internal"),
    },
    {
      label: MESSAGES.clients,
      people: people.filter(({ is_on_ticket, user_type }) => !is_on_ticket && user_type === "external"),
    },
  ];
  return groups.filter((group) => group.people.length > 0);
}
