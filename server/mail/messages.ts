/** The texts that mails of every kind share, and the test message (rule 151). */
export const MAIL_MESSAGES = {
  hello: (name: string) => `Hello ${name},`,
  switchOff: "You can switch these mails off in your settings.",
  openDesk: "Go to the help desk",
  testSubject: "A test message from your help desk",
  testLine: "If you can read this, mail works: ✓ é ü 漢字.",
  testFooter: "You asked for this message in the settings.",
};
