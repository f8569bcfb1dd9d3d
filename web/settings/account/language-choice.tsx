import { useState } from "react";
import { type Language, LANGUAGES } from "#contract/languages.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { hasUnsaved } from "#web/lib/form/unsaved-forms.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { useSaveLanguage } from "./data.ts";
import { APPEARANCE_MESSAGES as MESSAGES } from "./messages.ts";

/**
 * The language of this browser and of one's mail; another one loads the page anew, and asks first when that would lose
 * words.
 */
export function LanguageChoice() {
  const [wanted, setWanted] = useState<Language | null>(null);
  const save = useSaveLanguage();
  return (
    <li>
      <div className="grow">
        <span className="weight-medium">{MESSAGES.language}</span>
        <span className="hint">{MESSAGES.languageHint}</span>
      </div>
      <Select
        label={MESSAGES.language}
        value={LANGUAGE}
        options={LANGUAGES}
        onChange={(language) => (hasUnsaved() ? setWanted(language) : save.mutate(language))}
      />
      <ConfirmDialog
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title={MESSAGES.switchTitle}
        description={MESSAGES.switchHint}
        act={MESSAGES.switchAct}
        danger={false}
        onConfirm={async () => wanted && save.mutateAsync(wanted)}
      />
    </li>
  );
}
