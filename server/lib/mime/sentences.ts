/** What stands in a mail's words when the mail has none that can be read. A caller may put them in another language by id. */
export const SENTENCES = {
  no_text: "(no text)",
  no_subject: "(no subject)",
  rich_text: "This mail is in Outlook's rich text. Open the original to read it.",
  encrypted_smime: "This mail is encrypted (S/MIME) and was not read. The original is kept.",
  encrypted_pgp: "This mail is encrypted (PGP) and was not read. The original is kept.",
  not_read: "This mail could not be read. Open the original to read it.",
  longer: "The mail is longer. Open the original to read all of it.",
} as const;

export type SentenceId = keyof typeof SENTENCES;
