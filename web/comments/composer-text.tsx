import type { RefObject } from "react";
import { LIMITS } from "#contract/limits.ts";
import { isSendKey } from "#web/lib/browser/platform.ts";
import { caretProps } from "#web/lib/form/use-caret-search.ts";
import { COMMENT_MESSAGES } from "./messages.ts";
import type { Composer } from "./use-composer.ts";

type Props = {
  composer: Composer;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  describedBy: string;
  onWriting: (isWriting: boolean) => void;
};

/** The words of a comment, with what typing and keys do in them. */
export function ComposerText({ composer, inputRef, describedBy, onWriting }: Props) {
  const { form, audience, toAll, mentioning, replies } = composer;
  const { text, isInternal } = form.values;
  return (
    <textarea
      ref={inputRef}
      rows={3}
      aria-label={isInternal ? COMMENT_MESSAGES.internal : COMMENT_MESSAGES.write}
      aria-describedby={describedBy}
      placeholder={isInternal ? COMMENT_MESSAGES.internalPlaceholder : COMMENT_MESSAGES.placeholder}
      maxLength={LIMITS.comment}
      value={text}
      {...caretProps(mentioning.search, replies.search)}
      onChange={(event) => {
        form.set("text", event.target.value);
        onWriting(event.target.value.trim() !== "");
        composer.forgetDropped();
        toAll.setReply(null);
        mentioning.look();
        replies.onText(event.target.value, inputTypeOf(event.nativeEvent));
      }}
      onFocus={() => audience.setWanted(true)}
      onBlur={() => {
        onWriting(false);
        mentioning.close();
        replies.onBlur();
      }}
      onKeyDown={(event) => {
        if (mentioning.onKey(event) || replies.onKey(event)) return;
        if (replies.isBlocked && isSendKey(event)) replies.goToBlock();
        else if (composer.waitsForYes && isSendKey(event)) composer.agreeRef.current?.focus();
        else form.onSendKey(event);
        if (event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}

/** Whether a change was an undo of the browser; unknown where a script has typed. */
function inputTypeOf(event: Event): string | undefined {
  return event instanceof InputEvent ? event.inputType : undefined;
}
