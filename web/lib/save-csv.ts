import { SERVER_REFUSALS } from "#contract/refusals/server.ts";
import { ApiError } from "./api/api-error.ts";
import { saveFile } from "./browser/save-file.ts";

/** The first of the two cells of the last line of an export that broke off. */
const BROKE_OFF = "server.export_broke_off";

/** Hands an exported text to the browser as a file, named with the day; throws an ApiError for one that broke off. */
export function saveCsv(name: string, text: string): void {
  if (isBrokenOff(text)) throw new ApiError(SERVER_REFUSALS[BROKE_OFF], { code: BROKE_OFF });
  const day = new Date().toISOString().slice(0, 10);
  // A byte order mark tells spreadsheets that the letters are UTF-8.
  const marked = text.startsWith("\uFEFF") ? text : `\uFEFF${text}`;
  saveFile(`${name}-${day}.csv`, new Blob([marked], { type: "text/csv" }));
}

/** Two cells alone: a text of several lines within the last record ends in further cells. */
function isBrokenOff(text: string): boolean {
  const [id, sentence, ...others] = text.trimEnd().split("\n").at(-1)?.split(",") ?? [];
  return id === BROKE_OFF && sentence !== undefined && others.length === 0;
}
