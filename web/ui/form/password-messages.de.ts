import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./password-messages.ts";

export const PASSWORD_MESSAGES: Translated<typeof English.PASSWORD_MESSAGES> = {
  show: "Passwort anzeigen",
  hide: "Passwort verbergen",
  atLeast: (characters) => `Mindestens ${characters} Zeichen`,
  strength: ["Zu kurz", "Schwach", "Mittel", "Gut", "Stark"],
};
