import { parseArgs } from "node:util";
import { isLanguage, LANGUAGE_CODES } from "#contract/languages.ts";
import type { OpenDatabase } from "#server/db/open-database.ts";
import {
  importReplies,
  REPLY_FIELDS,
  type ReplyField,
  type RepliesOrder,
  type RepliesReport,
} from "#server/import/import-replies.ts";
import { usage, wrongOptions } from "./run-command.ts";
import { escapeControls } from "./terminal-text.ts";

const USAGE =
  "write npm run import -- replies FILE.csv --map name=COLUMN --map text=COLUMN [--language en|de] [--audience everyone|team:NAME].";

/** Rejected rows that the terminal shows. */
const SHOWN = 10;

/** Reads saved replies from a file, and tells what became of its rows. */
export function importRepliesFrom(args: string[]) {
  const order = readOrder(args);
  return async ({ db }: OpenDatabase) => {
    const report = await importReplies(db, { ...order, now: new Date() });
    process.stdout.write(`${wordsFor(report).map(escapeControls).join("\n")}\n`);
  };
}

function readOrder(args: string[]): Omit<RepliesOrder, "now"> {
  const { values, positionals } = parse(args);
  const [file, ...rest] = positionals;
  const { language = "en", audience = "everyone" } = values;
  if (file === undefined || rest.length > 0) throw usage(USAGE);
  if (!isLanguage(language))
    throw usage(`--language ${language} is none: write --language ${LANGUAGE_CODES.join(" or ")}.`);
  return { file, map: new Map((values.map ?? []).map(readPair)), language, team: readTeam(audience) };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        map: { type: "string", multiple: true },
        language: { type: "string" },
        audience: { type: "string" },
      },
    });
  } catch (error) {
    throw wrongOptions(error, USAGE);
  }
}

function readPair(text: string): [ReplyField, string] {
  const [, name, column = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const field = REPLY_FIELDS.find((known) => known === name?.trim());
  if (field === undefined)
    throw usage(`--map ${text} says too little: write --map name=COLUMN or --map text=COLUMN.`);
  return [field, column];
}

function readTeam(audience: string): string | null {
  if (audience === "everyone") return null;
  const team = /^team:(.+)$/s.exec(audience)?.[1];
  if (team === undefined)
    throw usage(`--audience ${audience} is none: write --audience everyone or --audience team:NAME.`);
  return team;
}

function wordsFor({ imported, skipped, rejected }: RepliesReport): string[] {
  const more = rejected.length - SHOWN;
  return [
    ...rejected.slice(0, SHOWN).map(({ line, reason }) => `  Line ${line}: ${reason}`),
    ...(more > 0 ? [`  ... and ${more} rows more`] : []),
    `imported ${imported}, skipped ${skipped}, rejected ${rejected.length}`,
  ];
}
