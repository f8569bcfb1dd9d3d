import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Command as Parts } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { maySeeViews } from "#contract/access/views.ts";
import { commandKey, isSendKey } from "#web/lib/browser/platform.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { repliesQuery } from "#web/replies/data.ts";
import { replyTakerNow } from "#web/replies/reply-taker.ts";
import { viewsQuery } from "#web/views/views-query.ts";
import { usePageCommands } from "#web/lib/page-commands.ts";
import {
  type Acts,
  commandOf,
  listActions,
  listReplies,
  listViews,
  type Page,
  listPlaces,
} from "./commands.ts";
import { useSearchHits } from "./data.ts";
import { type Group, buildGroups, cutGroups, type Row } from "./palette-rows.tsx";
import { PALETTE_MESSAGES as MESSAGES } from "./messages.ts";
import { PALETTE_OPENER_MESSAGES } from "./opener-messages.ts";

/** More than its window shows: the others are drawn once these are painted, so that it opens at once. */
const ROWS_AT_FIRST = 16;

type Props = { pages: readonly Page[]; actions: Acts; onClose: () => void };

/** One search for pages, actions, tickets, people and companies, as far as the person may see them. */
export function Palette({ pages, actions, onClose }: Props) {
  // The element that had the focus gets it back.
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim at-top">
          <Dialog.Content
            className="dialog wide palette"
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener instanceof HTMLElement) opener.focus();
            }}
          >
            <Dialog.Title className="visually-hidden">{MESSAGES.title}</Dialog.Title>
            <Finder pages={pages} actions={actions} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ pages, actions, onClose }: Props) {
  const router = useRouter();
  const actor = useActor();
  const [text, setText] = useState("");
  const term = text.trim();
  const hits = useSearchHits(term);
  const views = useQuery({ ...viewsQuery, enabled: maySeeViews(actor) });
  const [taker] = useState(replyTakerNow);
  const replies = useQuery({
    ...repliesQuery(taker ? { ticket_id: taker.ticketId } : {}),
    enabled: taker !== null && term !== "",
  });
  const groups = buildGroups({
    term,
    actor,
    hits,
    actions: [...usePageCommands().map(commandOf), ...listActions(actor, actions)],
    places: listPlaces(actor, pages),
    views: listViews(views.data),
    replies: listReplies(replies.data, taker),
  });
  const rows = groups.flatMap((group) => group.rows);
  const isPainted = useDeferredValue(true, false);
  const drawn = isPainted ? groups : cutGroups(groups, ROWS_AT_FIRST);
  const { at, ...choice } = useChoice(rows, hits.isSearching);

  function run({ act }: Row) {
    onClose();
    if (typeof act === "string") router.history.push(act);
    else act();
  }
  function onKeyDown(event: KeyboardEvent) {
    choice.onKeyDown(event);
    const row = rows.find(({ id }) => id === at);
    if (!isSendKey(event) || !row) return;
    event.preventDefault();
    if (typeof row.act === "string") window.open(row.act, "_blank", "noopener");
    else run(row);
  }
  return (
    <Parts
      label={MESSAGES.title}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={at}
      onValueChange={choice.onPoint}
      onKeyDown={onKeyDown}
    >
      <div className="palette-head">
        <span className="palette-sign">
          {hits.isSearching ? <Spinner /> : <Search className="icon large" />}
        </span>
        <Parts.Input
          placeholder={PALETTE_OPENER_MESSAGES.jump}
          value={text}
          maxLength={200}
          onValueChange={(next) => {
            setText(next);
            choice.forget();
          }}
        />
        <KeyCaps keys={["Esc"]} />
      </div>
      <Parts.List className="menu" label={MESSAGES.results}>
        {drawn.map((group) => (
          <Rows key={group.title} group={group} at={at} onRun={run} />
        ))}
      </Parts.List>
      <Foot hasFailed={hits.hasFailed} />
    </Parts>
  );
}

function Rows({ group, at, onRun }: { group: Group; at: string; onRun: (row: Row) => void }) {
  return (
    <Parts.Group heading={<span className="menu-label">{group.title}</span>}>
      {group.rows.map((row) => (
        <Parts.Item key={row.id} className="menu-item" value={row.id} onSelect={() => onRun(row)}>
          <span className="palette-sign">{row.lead}</span>
          <span className="truncate">{row.label}</span>
          <span className="item-end">
            {row.note && <span className="subtle text-tiny">{row.note}</span>}
            {row.keys && <KeyCaps keys={row.keys} />}
            {row.id === at && !row.keys && <KeyCaps keys={["↵"]} />}
          </span>
        </Parts.Item>
      ))}
    </Parts.Group>
  );
}

function Foot({ hasFailed }: { hasFailed: boolean }) {
  return (
    <footer className="palette-foot">
      {hasFailed && <span role="alert">{MESSAGES.failed}</span>}
      <span className="flex-row desktop-only">
        <KeyCaps keys={["↑", "↓"]} /> {MESSAGES.move}
      </span>
      <span className="flex-row desktop-only">
        <KeyCaps keys={["↵"]} /> {MESSAGES.open}
      </span>
      <span className="flex-row desktop-only">
        <KeyCaps keys={[commandKey(), "↵"]} /> {MESSAGES.inNewTab}
      </span>
    </footer>
  );
}

/**
 * The row that Enter takes: the one moved to, else the first. While the server still searches and nothing else fits,
 * that is the search itself: Enter pressed early must not create a ticket.
 */
function useChoice(rows: readonly Row[], isSearching: boolean) {
  const [pointed, setPointed] = useState<string | null>(null);
  const [hasMoved, setMoved] = useState(false);
  const kept = hasMoved ? rows.find(({ id }) => id === pointed) : undefined;
  const isEarly = isSearching && rows[0]?.id === "create-named";
  const first = isEarly ? rows.find(({ id }) => id === "search-all") : rows[0];
  return {
    at: (kept ?? first)?.id ?? "",
    onPoint: setPointed,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (/^(Arrow(Up|Down)|Home|End)$/.test(key)) setMoved(true);
    },
    forget: () => setMoved(false),
  };
}
