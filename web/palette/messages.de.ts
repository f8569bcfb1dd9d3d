import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const PALETTE_MESSAGES: Translated<typeof English.PALETTE_MESSAGES> = {
  title: "Befehlspalette",
  results: "Treffer",
  tickets: "Tickets",
  people: "Personen",
  companies: "Firmen",
  tags: "Schlagwörter",
  taggedTickets: (n) => (n === 1 ? "1 Ticket" : `${n} Tickets`),
  actions: "Aktionen",
  goTo: "Gehe zu",
  createNamed: (words) => `Ticket „${words}“ erstellen`,
  searchAll: (words) => `Alle Tickets nach „${words}“ durchsuchen`,
  create: "Ticket erstellen",
  import: "Tickets importieren",
  myTickets: "Mir zugewiesene Tickets",
  unassigned: "Nicht zugewiesene Tickets",
  due: "Tickets mit fälliger Wiedervorlage",
  theme: "Design wechseln",
  shortcuts: "Tastenkürzel",
  logout: "Abmelden",
  failed: "Die Suche ist fehlgeschlagen",
  move: "bewegen",
  open: "öffnen",
  inNewTab: "in neuem Tab öffnen",
};
