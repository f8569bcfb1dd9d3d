import type { Translated } from "#contract/translated.ts";
import type * as English from "./password-words.ts";

export const PASSWORD_WORDS: Translated<typeof English.PASSWORD_WORDS> = {
  show: "Passwort anzeigen",
  hide: "Passwort verbergen",
  atLeast: (characters) => `Mindestens ${characters} Zeichen`,
  strength: ["Zu kurz", "Schwach", "Mittel", "Gut", "Stark"],
};
