import type { Translated } from "../translation-type.ts";
import type { MAILBOX_REFUSALS as ENGLISH } from "./mailboxes.ts";

export const MAILBOX_REFUSALS: Translated<typeof ENGLISH> = {
  "mailbox.no_secret_key": "Setzen Sie SECRET_KEY, bevor ein Passwort aufbewahrt wird",
};
