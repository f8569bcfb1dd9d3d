import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { onConnection } from "#web/lib/api/server-connection.ts";
import { bodyOfBrought } from "#web/replies/composer/brought.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import type { KeeperProps } from "./box-words.ts";
import type { CommonDraft } from "./common-draft.ts";
import { createDraftSync } from "./create-draft-sync.ts";
import { isBlank } from "./compare-drafts.ts";
import { type Box, wordsOf } from "./draft-box.ts";
import { DRAFT_MESSAGES as MESSAGES } from "./messages.ts";
import type { SyncState } from "./shown-state.ts";
import "#web/styles/sending.css";

type TicketDetail = ReplyOf<"GET /tickets/{ticket_id}">;

/** Keeps box and server the same: what is typed is saved, what was typed elsewhere comes here, and of two the person chooses. */
export function DraftSync({
  ticketId,
  words,
  uploads,
  isSending,
  onAdopt,
  told,
  common,
}: KeeperProps & { told: number | null | undefined; common: CommonDraft }) {
  const [state, setState] = useState<SyncState>({ other: null, isKeptHere: false });
  const box: Box = {
    ...words,
    mentions: words.mentions ?? [],
    attachments: uploads.sent,
    brought: words.brought,
  };
  const isOnTheWay = isSending && isBlank(wordsOf(box));
  const latest = useRef({ box, isOnTheWay, onAdopt, showFiles: uploads.replace });
  useEffect(() => {
    latest.current = { box, isOnTheWay, onAdopt, showFiles: uploads.replace };
  });
  const sync = useRef<ReturnType<typeof createDraftSync> | null>(null);
  useEffect(() => {
    const made = createDraftSync({
      ticketId,
      common,
      readBox: () => latest.current.box,
      isOnTheWay: () => latest.current.isOnTheWay,
      writeBox: (adopted) => {
        const { onAdopt: adopt, showFiles } = latest.current;
        // At once, not when the page has drawn them: a save that comes before would write the former words over these.
        latest.current = { ...latest.current, box: adopted };
        const { attachments, ...rest } = adopted;
        adopt(rest);
        showFiles(attachments);
      },
      onState: setState,
    });
    sync.current = made;
    made.compare();
    const leave = () => document.visibilityState === "hidden" && made.flush();
    document.addEventListener("visibilitychange", leave);
    const flush = () => made.flush();
    window.addEventListener("pagehide", flush);
    const forget = onConnection(() => made.changed());
    return () => {
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("pagehide", flush);
      forget();
      made.end();
    };
  }, [ticketId, common]);
  const files = uploads.sent.map(({ id }) => id);
  const said = JSON.stringify([
    words.text,
    words.isInternal,
    files,
    bodyOfBrought(words.brought),
    isOnTheWay,
  ]);
  const shown = useRef(said);
  useEffect(() => {
    if (shown.current !== said) sync.current?.changed();
    shown.current = said;
  }, [said]);
  const client = useQueryClient();
  useEffect(() => {
    if (told === undefined || isOnTheWay) return;
    sync.current?.told(told);
    client.setQueryData<TicketDetail>(
      ticketKeys.detail(ticketId),
      (ticket) => ticket && { ...ticket, has_draft: told !== null },
    );
  }, [client, ticketId, told, isOnTheWay]);
  return (
    <Hint state={state} onUse={() => sync.current?.useOther()} onKeep={() => sync.current?.keepThis()} />
  );
}

function Hint({ state, onUse, onKeep }: { state: SyncState; onUse: () => void; onKeep: () => void }) {
  if (state.other) {
    return (
      <div className="hint draft-hint" role="status">
        <span>
          {MESSAGES.elsewhere}, <RelativeTime at={state.other.updated_at} form="long" />
        </span>
        <Button size="small" onClick={onUse}>
          {MESSAGES.takeThat}
        </Button>
        <Button size="small" look="ghost" onClick={onKeep}>
          {MESSAGES.keepThis}
        </Button>
      </div>
    );
  }
  return state.isKeptHere ? (
    <p className="hint draft-hint" role="status">
      {MESSAGES.keptHere}
    </p>
  ) : null;
}
