import { CalendarClock, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { mayTakeBack } from "#contract/access/comments.ts";
import { refusalText } from "#web/lib/api/refusal-text.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Markdown } from "#web/ui/markdown/markdown.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { statusLabel } from "#web/ui/status-badge.tsx";
import { AttachmentList } from "#web/uploads/attachment-list.tsx";
import { COMMENT_MESSAGES } from "../messages.ts";
import { SENDING_MESSAGES as MESSAGES } from "./messages.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";
import { useWhenText } from "./when-text.ts";
import { useDeleteWaiting, useSendNow, useTakeBack } from "./waiting-acts.ts";
import { WaitingEditor } from "./waiting-editor.tsx";
import type { Waiting } from "./waiting-query.ts";

const waitingEffects = lazyPart(
  () => import("./waiting-effects.tsx"),
  (module) => module.WaitingEffects,
  { isOptional: true },
);

type Props = { answer: Waiting; isLast: boolean };

/** An answer in its place of the conversation before it is sent: dashed, with what will become of it. */
export function WaitingAnswer({ answer, isLast }: Props) {
  const [isEditing, setEditing] = useState(false);
  const back = useTakeBack(answer);
  const isOwn = answer.author_id === useUser().id;
  const name = answer.author_fullname;
  const edit = (code: string | null) =>
    isEditedInBox(answer, code ?? answer.refusal?.code) ? back.mutate() : setEditing(true);
  return (
    <li
      className={cx("comment is-waiting", answer.visibility === "internal" && "note")}
      id={`waiting-${answer.id}`}
    >
      <Avatar name={name} size="large" />
      <div>
        <div className="comment-head">
          <b>{name}</b>
          <Badge tone="accent">{COMMENT_MESSAGES.staff}</Badge>
          {isOwn && <Badge>{COMMENT_MESSAGES.you}</Badge>}
          <span className="subtle text-tiny">{stateText(answer)}</span>
        </div>
        {isEditing ? (
          <WaitingEditor answer={answer} onDone={() => setEditing(false)} />
        ) : (
          <>
            <Markdown text={answer.comment} marked={answer.mentions.map((mention) => mention.name)} />
            <AttachmentList files={answer.attachments} />
            {answer.effects && <waitingEffects.Part answer={answer} effects={answer.effects} />}
            <div className={cx("waiting-line", answer.state === "stopped" && "is-stopped")}>
              {answer.is_held && answer.state === "waiting" ? (
                <HeldLine answer={answer} withKey={isLast} />
              ) : (
                <LaterLine answer={answer} isOwn={isOwn} isBeingEdited={back.isPending} onEdit={edit} />
              )}
            </div>
          </>
        )}
      </div>
    </li>
  );
}

/**
 * An answer to all reporters is written anew in the box, where it says to whom it goes; and so is one that sets what no
 * longer fits, which is taken off there.
 */
function isEditedInBox({ reporters }: Waiting, refused: string | undefined): boolean {
  return reporters !== null || refused?.startsWith("macro.") === true;
}

function stateText({ state, is_held }: Waiting): string {
  if (state === "stopped") return MESSAGES.notSent;
  return is_held ? MESSAGES.notSentYet : MESSAGES.scheduled;
}

/** "Sending in 8 s" and the way back. */
function HeldLine({ answer, withKey }: { answer: Waiting; withKey: boolean }) {
  const seconds = useSecondsUntil(answer.goesAt);
  const back = useTakeBack(answer);
  const now = useSendNow(answer);
  return (
    <>
      <Spinner />
      <span className="waiting-words">
        {/* Its seconds would be read out one by one. */}
        <span aria-hidden="true" className="numeric">
          {seconds > 0 ? MESSAGES.sendingIn(seconds) : MESSAGES.sending}
        </span>
        <span className="visually-hidden" role="status">
          {MESSAGES.held}
        </span>
        {answer.status !== null && (
          <span className="subtle">· {MESSAGES.setsWithIt(statusLabel(answer.status))}</span>
        )}
      </span>
      <Button size="small" busy={back.isPending} disabled={now.isPending} onClick={() => back.mutate()}>
        {MESSAGES.undo}
        {withKey && (
          <span className="desktop-only">
            <KeyCaps keys={["Z"]} />
          </span>
        )}
      </Button>
      <Button
        size="small"
        look="ghost"
        busy={now.isPending}
        disabled={back.isPending}
        onClick={() => now.mutate()}
      >
        {MESSAGES.sendNow}
      </Button>
    </>
  );
}

type LaterProps = {
  answer: Waiting;
  isOwn: boolean;
  isBeingEdited: boolean;
  onEdit: (refused: string | null) => void;
};

/** "Goes out tomorrow, 08:00", or why it was not sent, with what its author may do about it. */
function LaterLine({ answer, isOwn, isBeingEdited, onEdit }: LaterProps) {
  const actor = useActor();
  // The time itself: reckoned from the wait, a clock that is behind by a moment would show 07:59.
  const when = useWhenText(Date.parse(answer.send_at));
  const now = useSendNow(answer);
  const remove = useDeleteWaiting(answer, isOwn);
  const isBusy = now.isPending || remove.isPending || isBeingEdited;
  const isStopped = answer.state === "stopped";
  return (
    <>
      {isStopped ? <TriangleAlert className="icon small" /> : <CalendarClock className="icon small" />}
      <span className="waiting-words">
        <span>{isStopped ? MESSAGES.notSentBecause(reasonText(answer)) : MESSAGES.goesOut(when)}</span>
        {answer.status !== null && (
          <span className="subtle">· {MESSAGES.setsWithIt(statusLabel(answer.status))}</span>
        )}
        {!isStopped && answer.stop_if_answered && <span className="subtle">· {MESSAGES.unlessAnswered}</span>}
      </span>
      {isOwn && (
        <>
          <SmallAct busy={isBeingEdited} disabled={isBusy} onAct={() => onEdit(refusedCode(now.error))}>
            {MESSAGES.edit}
          </SmallAct>
          <SmallAct busy={now.isPending} disabled={isBusy} onAct={() => now.mutate()}>
            {MESSAGES.sendNow}
          </SmallAct>
        </>
      )}
      {mayTakeBack(actor, { ...answer, hold: answer.is_held }) && (
        <SmallAct busy={remove.isPending} disabled={isBusy} onAct={() => remove.mutate()}>
          {MESSAGES.delete}
        </SmallAct>
      )}
    </>
  );
}

/** Why it could not be sent just now. */
function refusedCode(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}

type ActProps = { busy: boolean; disabled: boolean; onAct: () => void; children: ReactNode };

function SmallAct({ onAct, ...rest }: ActProps) {
  return <Button size="small" look="ghost" onClick={onAct} {...rest} />;
}

function reasonText({ reason, refusal }: Waiting): string {
  if (refusal) return refusalText({ ...refusal, sentence: refusal.detail });
  return MESSAGES.reasons[reason ?? "failed"];
}
