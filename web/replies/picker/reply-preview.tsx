import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { type Language, LANGUAGES } from "#contract/languages.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { cx } from "#web/ui/class-names.ts";
import { dayAgo } from "../day-ago.ts";
import type { Rendered, Reply } from "../data.ts";
import { EffectChips } from "../effects/effect-chips.tsx";
import { listChips } from "../effects/list-chips.tsx";
import { REPLY_MESSAGES } from "../messages.ts";
import { plainSnippet } from "../snippet.ts";
import { PICKER_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  reply: Reply;
  rendered: { data: Rendered | undefined; isError: boolean; error: unknown };
  onLanguage: (language: Language) => void;
  /** Why it cannot be inserted. */
  hindrance: string | null;
};

/** A saved reply as it would read on the ticket, with what it sets, beside the list. */
export function ReplyPreview({ reply, rendered, onLanguage, hindrance }: Props) {
  const texts = useOrganizationTimes();
  const { data } = rendered;
  return (
    <section className="reply-preview" aria-label={reply.name}>
      <div className="reply-preview-head">
        <span className="weight-medium">{reply.name}</span>
        <LanguageChip languages={reply.languages} shown={data?.language} onChange={onLanguage} />
      </div>
      {rendered.isError ? (
        <div role="alert">{failureMessage(rendered.error, REPLY_MESSAGES.failedToFetch)}</div>
      ) : (
        <ReplyBody
          text={data ? (data.text ?? "") : plainSnippet(reply.snippet)}
          missing={data?.missing ?? []}
          isOld={!data}
        />
      )}
      <EffectChips
        chips={listChips(reply.effects, {
          known: data?.effects ?? [],
          stale: reply.stale,
          when: texts.whole,
        })}
      />
      {hindrance && <div className="note-line">{hindrance}</div>}
      <UseLine reply={reply} zone={texts.zone} />
    </section>
  );
}

type BodyProps = { text: string; missing: Rendered["missing"]; isOld?: boolean };

/** The words, with the places marked that are left to fill in. */
export function ReplyBody({ text, missing, isOld = false }: BodyProps) {
  if (text === "") return null;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { at, token } of missing) {
    pieces.push(text.slice(from, at), <mark key={at}>{token}</mark>);
    from = at + token.length;
  }
  return (
    <div className={cx("reply-body", isOld && "is-old")}>
      {pieces}
      {text.slice(from)}
    </div>
  );
}

type ChipProps = {
  languages: readonly Language[];
  shown: Language | null | undefined;
  onChange: (language: Language) => void;
};

/** The language of the text; a press leads to the next one that there is. */
function LanguageChip({ languages, shown, onChange }: ChipProps) {
  const current = shown ?? languages[0];
  if (!current) return null;
  const next = languages[(languages.indexOf(current) + 1) % languages.length];
  if (languages.length < 2 || !next) return <span className="subtle text-tiny">{nameOf(current)}</span>;
  return (
    <button
      type="button"
      className="select small"
      title={MESSAGES.otherLanguage(nameOf(next))}
      onClick={() => onChange(next)}
    >
      <span className="value">{nameOf(current)}</span>
      <ChevronsUpDown className="icon small" />
      <span className="visually-hidden">, {MESSAGES.otherLanguage(nameOf(next))}</span>
    </button>
  );
}

function nameOf(language: Language): string {
  return LANGUAGES.find(({ value }) => value === language)?.label ?? language;
}

/** "For Everyone · used 34 times, by you yesterday" */
function UseLine({ reply, zone }: { reply: Reply; zone: string }) {
  const now = useCurrentTime();
  const { my_last_used: mine } = reply;
  return (
    <p className="subtle text-tiny">
      {MESSAGES.forWhom(audienceName(reply))} · {MESSAGES.used(reply.uses)}
      {mine && `, ${MESSAGES.byYou(dayAgo(mine, now, zone))}`}
    </p>
  );
}

function audienceName({ audience, group_name: team }: Reply): string {
  if (audience === "team") return team ?? "";
  return audience === "me" ? MESSAGES.me : MESSAGES.everyone;
}
