/*
 * What a colleague tells the desk in the first lines of an answer by mail: `#note` makes it internal, `#close` closes
 * the ticket. Any other word is a mistake that must not reach a client: `#ntoe`.
 */

export type MailCommands = {
  note: boolean;
  close: boolean;
  /** The first word that is no command, as it was written; nothing may be posted then. */
  unknown: string | null;
  /** The text without the lines of commands. */
  words: string;
};

const LINES = 20;
/** A word alone on its line: `#42` and `# Heading` are none. */
const COMMAND = /^\s*#([\p{L}][\p{L}\p{N}_-]{0,40})\s*$/u;

/** Commands stand above the words; from the first line of words on, nothing is one. */
export function readCommands(text: string): MailCommands {
  const lines = text.split("\n");
  const commands: MailCommands = { note: false, close: false, unknown: null, words: "" };
  let at = 0;
  for (; at < lines.length && at < LINES; at += 1) {
    const line = lines[at] ?? "";
    const word = COMMAND.exec(line)?.[1]?.toLowerCase();
    if (word === undefined && line.trim() !== "") break;
    if (word === "note") commands.note = true;
    else if (word === "close") commands.close = true;
    else if (word !== undefined) commands.unknown ??= line.trim();
  }
  return { ...commands, words: lines.slice(at).join("\n").trim() };
}
