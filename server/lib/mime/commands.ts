import { readableLine } from "./fold/line.ts";

/*
 * What a colleague tells the desk in an answer by mail: `#note` makes it internal, `#close` closes the ticket. Any other
 * word is a mistake that must not reach a client: `#ntoe`. A note that is read as an answer is a leak, so that in doubt a
 * line counts as a command.
 */

export type MailCommands = {
  note: boolean;
  close: boolean;
  /** The first that is no command, as it was written; nothing may be posted then. */
  unknown: string | null;
  /** The text without its commands. */
  words: string;
};

const LINES = 20;
/** `#42` and `# Heading` are none. */
const COMMAND = /^(#\p{L}[\p{L}\p{N}_-]{0,40})(?:[\s:.,!-]+(.*))?$/u;

/** In the first 20 lines: a word alone on its line, or at the beginning of the first line that has text. */
export function readCommands(text: string): MailCommands {
  const commands: MailCommands = { note: false, close: false, unknown: null, words: "" };
  const kept: string[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const isFirst = kept.every((each) => each.trim() === "");
    const [, word, rest = ""] = (at < LINES && COMMAND.exec(readableLine(line))) || [];
    if (word === undefined || (rest !== "" && !isFirst)) {
      kept.push(line);
      continue;
    }
    obey(commands, word);
    if (rest !== "") kept.push(rest);
  }
  return { ...commands, words: kept.join("\n").trim() };
}

function obey(commands: MailCommands, word: string): void {
  if (word.toLowerCase() === "#note") commands.note = true;
  else if (word.toLowerCase() === "#close") commands.close = true;
  else commands.unknown ??= word;
}
