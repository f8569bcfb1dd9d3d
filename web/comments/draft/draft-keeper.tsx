import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LiveMessages } from "#contract/live.ts";
import { liveKeys } from "#contract/query-keys.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import type { KeeperProps } from "./box-words.ts";
import { openCommonDraft } from "./common-draft.ts";

const draftSync = lazyPart(
  () => import("./draft-sync.tsx"),
  (module) => module.DraftSync,
  { isOptional: true },
);

/** Keeps the words of a box on the server as well, from the first one on; a page that is only read asks for nothing. */
export function DraftKeeper(props: KeeperProps) {
  const { ticketId, hasDraft = true, words } = props;
  const { id: userId } = useUser();
  // Here, where the box has just read its words: before the part below is there, another window may have gone on.
  const [common] = useState(() => openCommonDraft(userId, ticketId));
  const { data: news } = useQuery<LiveMessages["draft"]>({
    queryKey: liveKeys.own("draft", ticketId),
    enabled: false,
  });
  const told = news?.version;
  const [isWanted, setWanted] = useState(false);
  const isNeeded = hasDraft || words.text !== "" || told !== undefined;
  if (isNeeded && !isWanted) setWanted(true);
  return isWanted || isNeeded ? <draftSync.Part {...props} told={told} common={common} /> : null;
}
