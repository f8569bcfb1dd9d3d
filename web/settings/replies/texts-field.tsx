import { Braces, Plus } from "lucide-react";
import { useId, useRef } from "react";
import { type Language, LANGUAGES } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLACEHOLDER_LABELS } from "#contract/replies/placeholder-labels.ts";
import { PLACEHOLDERS } from "#contract/replies/placeholders.ts";
import { findPlaces } from "#contract/replies/render.ts";
import { typeText } from "#web/lib/form/use-caret-search.ts";
import { BehindText } from "#web/replies/behind-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import { Menu, MenuItem, MenuLine } from "#web/ui/overlay/menu.tsx";
import { REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";

type Texts = Partial<Record<Language, string>>;
type Props = {
  texts: Texts;
  language: Language;
  error: string | undefined;
  onLanguage: (language: Language) => void;
  onChange: (texts: Texts) => void;
};

/** The text in each language that it has, one shown at a time, with its placeholders marked. */
export function TextsField({ texts, language, error, onLanguage, onChange }: Props) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = texts[language] ?? "";
  const name = LANGUAGES.find(({ value }) => value === language)?.label ?? language;
  const insert = (place: string) => {
    if (!box.current) return;
    box.current.focus();
    typeText(box.current, place);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{MESSAGES.text}</label>
      <div className="reply-text-box">
        <div className="reply-text-bar">
          <Languages texts={texts} language={language} onLanguage={onLanguage} />
          <span className="grow" />
          <PlaceholderMenu onInsert={insert} />
        </div>
        <div>
          <BehindText text={text} places={findPlaces(text)} boxRef={box} className="is-quiet" />
          <textarea
            ref={box}
            id={id}
            rows={6}
            aria-label={MESSAGES.textIn(name)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            maxLength={LIMITS.comment}
            value={text}
            onChange={(event) => onChange({ ...texts, [language]: event.target.value })}
          />
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The languages that there is a text in; the others can be added. */
function Languages({
  texts,
  language,
  onLanguage,
}: Pick<Props, "texts" | "language"> & { onLanguage: (language: Language) => void }) {
  const isThere = (one: Language) => one === language || Boolean(texts[one]);
  const missing = LANGUAGES.filter(({ value }) => !isThere(value));
  return (
    <>
      {LANGUAGES.filter(({ value }) => isThere(value)).map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="text-language"
          aria-pressed={value === language}
          onClick={() => onLanguage(value)}
        >
          {label}
        </button>
      ))}
      {missing.map(({ value, label }) => (
        <button key={value} type="button" className="text-language" onClick={() => onLanguage(value)}>
          <Plus className="icon small" />
          {label}
        </button>
      ))}
    </>
  );
}

function PlaceholderMenu({ onInsert }: { onInsert: (place: string) => void }) {
  return (
    <Menu
      trigger={
        <Button look="ghost" size="small" icon={<Braces className="icon small" />}>
          {MESSAGES.insertPlaceholder}
        </Button>
      }
    >
      {PLACEHOLDERS.map((name) => (
        <MenuItem
          key={name}
          end={<code className="subtle text-tiny">{name}</code>}
          onSelect={() => onInsert(`{{${name}}}`)}
        >
          {PLACEHOLDER_LABELS[name]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem
        end={<code className="subtle text-tiny">ask</code>}
        onSelect={() => onInsert(`{{ask: ${MESSAGES.blankLabel}}}`)}
      >
        {MESSAGES.blank}
      </MenuItem>
    </Menu>
  );
}
