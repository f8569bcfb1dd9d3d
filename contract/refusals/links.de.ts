import type { Translated } from "../translation-type.ts";
import type { LINK_REFUSALS as ENGLISH } from "./links.ts";

export const LINK_REFUSALS: Translated<typeof ENGLISH> = {
  "link.not_found": "Verknüpfung nicht gefunden",
  "link.to_itself": "Ein Ticket kann nicht mit sich selbst verknüpft werden",
  "link.ticket_unknown": "Das Ticket, mit dem verknüpft werden soll, gibt es nicht",
  "link.too_many": ({ max }) => `Ein Ticket kann höchstens ${max} Verknüpfungen haben`,
  "link.other_way": "Das andere Ticket ist bereits ein Duplikat von diesem",
  "link.close_duplicates_only": "Nur ein Duplikat wird mit seiner Verknüpfung geschlossen",
};
