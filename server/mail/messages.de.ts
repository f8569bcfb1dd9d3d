import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const MAIL_MESSAGES: Translated<typeof English.MAIL_MESSAGES> = {
  hello: (name) => `Hallo ${name},`,
  switchOff: "Sie können diese Mails in Ihren Einstellungen abschalten.",
  openDesk: "Zum Helpdesk",
  testSubject: "Eine Testnachricht von Ihrem Helpdesk",
  testLine: "Wenn Sie das lesen können, funktioniert die Mail: ✓ é ü 漢字.",
  testFooter: "Sie haben diese Nachricht in den Einstellungen angefordert.",
};
