/** An answer other than 250, as smtp-server sends it: its code, and the words behind. */
export class Answer extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, words: string) {
    super(words);
    this.name = "Answer";
    this.responseCode = responseCode;
  }
}

/** The enhanced codes of RFC 3463 stand in the words. */
export const NO_SUCH_MAILBOX = new Answer(550, "5.1.1 No such mailbox here");
export const MAILBOX_PAUSED = new Answer(450, "4.2.1 Mailbox is paused");
export const TOO_LARGE = new Answer(552, "5.3.4 Message is larger than 40 MB");
export const TOO_MANY = new Answer(421, "4.7.0 Too many messages");
export const TRY_AGAIN = new Answer(451, "4.3.0 Try again later");
