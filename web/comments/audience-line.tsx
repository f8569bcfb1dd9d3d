import { Lock, Mail, TriangleAlert, Users } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { cx } from "#web/ui/class-names.ts";
import { MENTIONED_MESSAGES } from "./mention/messages.ts";
import { COMMENT_MESSAGES } from "./messages.ts";
import { ReaderList } from "./reader-list.tsx";
import type { Audience } from "./use-audience.ts";

type Props = {
  id: string;
  isInternal: boolean;
  /** Undefined until somebody turns to the box. */
  audience: Audience | undefined;
  strangers: readonly Audience["outside"][number][];
  /** The names of those who are told because the words mention them. */
  mentioned: readonly string[];
  onAgree: () => void;
  agreeRef: RefObject<HTMLButtonElement | null>;
};

/** The line above the words that says who will be mailed them. It is one line high, whatever it has to say. */
export function AudienceLine({ id, isInternal, audience, strangers, mentioned, onAgree, agreeRef }: Props) {
  if (isInternal)
    return (
      <Line id={id} icon={<Lock className="icon small" />} look="for-staff">
        <b>{COMMENT_MESSAGES.internalBanner}</b>{" "}
        {mentioned.length === 0 ? (
          <span>· {COMMENT_MESSAGES.noteMailed}</span>
        ) : (
          <Mentioned names={mentioned} />
        )}
      </Line>
    );
  if (!audience)
    return (
      <Line id={id} icon={<Users className="icon small" />}>
        {COMMENT_MESSAGES.audience}
      </Line>
    );
  const [stranger] = strangers;
  if (stranger)
    return (
      <Line
        id={id}
        icon={<TriangleAlert className="icon small" />}
        look="warns"
        after={
          <>
            <ReaderList audience={audience} className={strangers.length > 1 ? undefined : "phone-only"}>
              {strangers.length > 1 && COMMENT_MESSAGES.andMore(strangers.length - 1)}
            </ReaderList>
            <button type="button" className="link send-anyway" ref={agreeRef} onClick={onAgree}>
              {COMMENT_MESSAGES.sendAnyway}
            </button>
          </>
        }
      >
        {COMMENT_MESSAGES.belongsTo(stranger.fullname, stranger.company_name)}
      </Line>
    );
  return <MailedLine id={id} audience={audience} mentioned={mentioned} />;
}

/** Of more than three readers the first two are named. */
const NAMED = 3;

function Mentioned({ names }: { names: readonly string[] }) {
  return (
    <span>
      · {MENTIONED_MESSAGES.mentioned} <Names names={[...names]} isCut={false} />
    </span>
  );
}

type MailedProps = { id: string; audience: Audience; mentioned: readonly string[] };

function MailedLine({ id, audience, mentioned }: MailedProps) {
  const actor = useActor();
  const { readers, silent, unreachable } = audience;
  const named = readers.length > NAMED ? readers.slice(0, NAMED - 1) : readers;
  const more = readers.length - named.length;
  const others = mentioned.filter((name) => !readers.some(({ fullname }) => fullname === name));
  const nobody = isExternal(actor) ? COMMENT_MESSAGES.deskReads : COMMENT_MESSAGES.nobodyMailed;
  return (
    <Line
      id={id}
      icon={<Mail className="icon small" />}
      after={
        <ReaderList audience={audience} className={more > 0 ? undefined : "phone-only"}>
          {more > 0 && COMMENT_MESSAGES.andMore(more)}
        </ReaderList>
      }
    >
      {readers.length === 0 ? (
        nobody
      ) : (
        <>
          {COMMENT_MESSAGES.mailedTo} <Names names={named.map(({ fullname }) => fullname)} isCut={more > 0} />
        </>
      )}
      {others.length > 0 && (
        <>
          {" "}
          <Mentioned names={others} />
        </>
      )}
      {unreachable.map(({ user_id, fullname }) => (
        <span key={user_id} className="not-arriving">
          {" "}
          · {COMMENT_MESSAGES.notArriving(fullname)}
        </span>
      ))}
      {silent.map(({ user_id, fullname }) => (
        <span key={user_id} className="subtle">
          {" "}
          · {COMMENT_MESSAGES.switchedOff(fullname)}
        </span>
      ))}
    </Line>
  );
}

const list = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });
const cutList = new Intl.ListFormat(LANGUAGE, { type: "unit" });

function Names({ names, isCut }: { names: string[]; isCut: boolean }) {
  return (isCut ? cutList : list).formatToParts(names).map(({ type, value }, index) =>
    // The parts of one sentence: their order is what they are.
    // oxlint-disable-next-line react/no-array-index-key
    type === "element" ? <b key={index}>{value}</b> : <span key={index}>{value}</span>,
  );
}

type LineProps = { id: string; icon: ReactNode; look?: string; after?: ReactNode; children: ReactNode };

function Line({ id, icon, look, after, children }: LineProps) {
  return (
    <div className={cx("audience-line", look)}>
      {icon}
      <span id={id} className="truncate" role="status">
        {children}
      </span>
      {after}
    </div>
  );
}
