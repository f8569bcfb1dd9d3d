import type { Translated } from "#contract/translation-type.ts";
import type { PART_MESSAGES as ENGLISH } from "./part-messages.ts";

const comments = (n: number) => (n === 1 ? "1 Kommentar" : `${n} Kommentare`);

export const PART_MESSAGES: Translated<typeof ENGLISH> = {
  mergeWith: "Zusammenführen …",
  isPart: (uid) => `${uid} ist jetzt Teil dieses Tickets.`,
  dismiss: "Schließen",
  becamePart: (uid) => `${uid} wurde Teil dieses Tickets`,
  moved: (n, uid) => `${comments(n)} nach ${uid} verschoben`,
  splitFrom: (uid) => `Von ${uid} abgetrennt`,
};
