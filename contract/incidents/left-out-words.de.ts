import type { LEFT_OUT_WORDS as ENGLISH } from "./left-out-words.ts";

export const LEFT_OUT_WORDS: typeof ENGLISH = {
  closed: "geschlossen",
  in_trash: "im Papierkorb",
  merged: "zusammengeführt",
  unlinked: "nicht mehr Teil dieser Störung",
  no_client: "ohne Kunden",
  readers_changed: "andere Leser als zuvor",
  not_allowed: "Sie dürfen dort nicht antworten",
  gone: "nicht mehr da",
};
