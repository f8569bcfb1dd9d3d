import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useState } from "react";
import { FetchedList } from "#web/settings/fetched-list.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { type Block, blockedQuery, useUnblock } from "./data.ts";
import { BLOCKED_MESSAGES as MESSAGES } from "./messages.ts";

/** The senders whose mail is ignored; each can be let in again, after a question. */
export function BlockedDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(blockedQuery);
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={MESSAGES.title}
      description={MESSAGES.hint}
      foot={<Button onClick={onClose}>{MESSAGES.close}</Button>}
    >
      {query.data?.items.length === 0 ? (
        <EmptyState small title={MESSAGES.empty}>
          <p>{MESSAGES.emptyHint}</p>
        </EmptyState>
      ) : (
        <FetchedList query={query} failed={MESSAGES.failedToFetch}>
          {({ items }) => items.map((block) => <BlockRow key={block.id} block={block} />)}
        </FetchedList>
      )}
    </Dialog>
  );
}

function BlockRow({ block }: { block: Block }) {
  const [asks, setAsks] = useState(false);
  const { sender, blocked_by_fullname, blocked_at } = block;
  if (asks) return <Question block={block} onCancel={() => setAsks(false)} />;
  return (
    <li>
      <Ban className="icon subtle" />
      <span className="grow">
        <span className="weight-medium truncate" title={sender}>
          {sender.includes("@") ? sender : MESSAGES.everybodyAt(sender)}
        </span>
        <span className="text-tiny subtle">
          {MESSAGES.blockedBy(blocked_by_fullname)} · <RelativeTime at={blocked_at} form="long" />
        </span>
      </span>
      <Button size="small" aria-label={MESSAGES.unblockOf(sender)} onClick={() => setAsks(true)}>
        {MESSAGES.unblock}
      </Button>
    </li>
  );
}

function Question({ block, onCancel }: { block: Block; onCancel: () => void }) {
  const unblocking = useUnblock();
  return (
    <li className="wrap">
      <span className="grow">{MESSAGES.sure(block.sender)}</span>
      <Button size="small" look="ghost" onClick={onCancel}>
        {UI_MESSAGES.cancel}
      </Button>
      <Button
        // The question stands where the button was that asked it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        size="small"
        busy={unblocking.isPending}
        aria-label={MESSAGES.unblockOf(block.sender)}
        onClick={() => unblocking.mutate(block)}
      >
        {MESSAGES.unblock}
      </Button>
    </li>
  );
}
