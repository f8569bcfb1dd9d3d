import type { RefObject } from "react";
import { useCaretSearch } from "#web/lib/form/use-caret-search.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { findMentionToken } from "./mention-token.ts";

/** Somebody who was chosen from the list. */
export type Mention = { user_id: string; name: string; isStaff: boolean };

const mentionList = lazyPart(
  () => import("./mention-list.tsx"),
  ({ MentionList }) => MentionList,
  { isOptional: true },
);

type Options = {
  ticketId: string;
  isInternal: boolean;
  /** "@" is a letter like any other. */
  isOff?: boolean;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onMention: (mention: Mention) => void;
};

/** "@" in a box offers people at the caret; whoever is chosen stands in the text by name. */
export function useMentioning({ ticketId, isInternal, isOff = false, inputRef, onMention }: Options) {
  const search = useCaretSearch({ inputRef, findToken: isOff ? findNobody : findMentionToken });
  const list = search.at && (
    <mentionList.Part
      {...search.listProps}
      ticketId={ticketId}
      isInternal={isInternal}
      token={search.at}
      box={search.at.box}
      onChoose={({ id, fullname, user_type }) => {
        onMention({ user_id: id, name: fullname, isStaff: user_type === "internal" });
        search.replace(`@${fullname} `);
      }}
    />
  );
  return { ...search, search, list };
}

function findNobody(): null {
  return null;
}
