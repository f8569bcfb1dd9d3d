import type { ReactNode } from "react";
import { mayWriteInternalNote } from "#contract/access/comments.ts";
import { maySetStatus } from "#contract/access/tickets.ts";
import { sendKeys } from "#web/lib/browser/platform.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { cx } from "#web/ui/class-names.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { AttachButton } from "#web/uploads/attach-button.tsx";
import type { useUploads } from "#web/uploads/use-uploads.ts";
import { answerAllLine } from "./answer-all/parts.ts";
import { ANSWER_ALL_SWITCH_MESSAGES } from "./answer-all/switch-messages.ts";
import { COMMENT_MESSAGES } from "./messages.ts";
import { SendMenu } from "./sending/send-menu.tsx";
import type { Outgoing } from "./sending/use-send-answer.ts";

type Props = {
  isInternal: boolean;
  /** Whether the line above the words says just that everyone can see them. */
  isSaidAbove: boolean;
  onInternal: (isInternal: boolean) => void;
  repliesButton: ReactNode;
  /** Null where there are no reporters. */
  answerAll: { isOn: boolean; n: number; turn: (isOn: boolean) => void } | null;
  uploads: ReturnType<typeof useUploads>;
  canSend: boolean;
  openItems: string | null;
  onSend: (more: Partial<Outgoing>) => void;
};

/** Below the words: files, for whom they are, and what sends them. */
export function ComposerBar(props: Props) {
  const { isInternal, isSaidAbove, onInternal, repliesButton, answerAll, uploads } = props;
  const { canSend, openItems, onSend } = props;
  const actor = useActor();
  return (
    <div className="composer-bar">
      <AttachButton onFiles={uploads.add} />
      {repliesButton}
      {mayWriteInternalNote(actor) && (
        <Switch
          label={COMMENT_MESSAGES.internal}
          checked={isInternal}
          onChange={(event) => onInternal(event.target.checked)}
        />
      )}
      {answerAll && (
        <Switch
          label={ANSWER_ALL_SWITCH_MESSAGES.answerAll}
          checked={answerAll.isOn}
          onPointerEnter={answerAllLine.fetch}
          onFocus={answerAllLine.fetch}
          onChange={(event) => answerAll.turn(event.target.checked)}
        />
      )}
      {uploads.blockedReason === null ? (
        <span
          className={cx("hint desktop-only", answerAll && "visually-hidden", isSaidAbove && "is-said-above")}
        >
          {isInternal ? COMMENT_MESSAGES.internalAudience : COMMENT_MESSAGES.audience}
        </span>
      ) : (
        <span className="hint blocked-reason">{uploads.blockedReason}</span>
      )}
      <span className="grow" />
      <span className="send-keys">
        <KeyCaps keys={sendKeys()} />
      </span>
      <span className="split-button">
        <Button type="submit" look="primary" size="small" disabled={!canSend}>
          {answerAll?.isOn
            ? ANSWER_ALL_SWITCH_MESSAGES.send(answerAll.n)
            : isInternal
              ? COMMENT_MESSAGES.addInternal
              : COMMENT_MESSAGES.add}
        </Button>
        {maySetStatus(actor) && !isInternal && (
          <SendMenu
            disabled={!canSend}
            openItems={openItems}
            isForNow={answerAll?.isOn === true}
            onSend={onSend}
          />
        )}
      </span>
    </div>
  );
}
