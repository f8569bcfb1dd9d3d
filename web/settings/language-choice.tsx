import { useState } from "react";
import { LANGUAGE } from "../lib/language.ts";
import { chooseLanguage, type Language, LANGUAGES } from "../lib/languages.ts";
import { hasUnsaved } from "../lib/unsaved.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Select } from "../ui/select.tsx";
import { APPEARANCE_WORDS as WORDS } from "./words.ts";

/** The language of this browser; another one loads the page anew, and asks first when that would lose words. */
export function LanguageChoice() {
  const [wanted, setWanted] = useState<Language | null>(null);
  return (
    <>
      <ul className="setlist">
        <li>
          <div className="grow">
            <span className="m">{WORDS.language}</span>
            <span className="hint">{WORDS.languageHint}</span>
          </div>
          <Select
            label={WORDS.language}
            value={LANGUAGE}
            options={LANGUAGES}
            onChange={(language) => (hasUnsaved() ? setWanted(language) : chooseLanguage(language))}
          />
        </li>
      </ul>
      <ConfirmDialog
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title={WORDS.switchTitle}
        description={WORDS.switchHint}
        act={WORDS.switchAct}
        danger={false}
        onConfirm={async () => wanted && chooseLanguage(wanted)}
      />
    </>
  );
}
