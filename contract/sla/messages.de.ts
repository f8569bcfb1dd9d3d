import type { ClockState, DueState, SlaTarget } from "./targets.ts";

export const TARGET_LABELS: Record<SlaTarget, string> = {
  first_response: "Erste Antwort",
  next_response: "Nächste Antwort",
  resolution: "Lösung",
};

export function durationText(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return "weniger als eine Minute";
  if (hours === 0) return `${minutes} min`;
  const whole = `${hours.toLocaleString("de")} h`;
  return minutes % 60 === 0 ? whole : `${whole} ${String(minutes % 60).padStart(2, "0")} min`;
}

/** A duration after "in" and "seit": of those in figures nothing changes. */
function inDative(duration: string): string {
  return duration.replace("eine Minute", "einer Minute");
}

export const CLOCK_STATE_TEXTS: Record<ClockState, string> & {
  dueIn: (left: string) => string;
  overdueBy: (over: string) => string;
  pausedFor: (why: string, left: string) => string;
  missedBy: (over: string) => string;
  justMissed: string;
} = {
  running: "Läuft",
  paused: "Angehalten",
  met: "Eingehalten",
  missed: "Verfehlt",
  not_needed: "Nicht nötig",
  not_measured: "Nicht gemessen",
  merged: "Zusammengeführt",
  dueIn: (left) => `Fällig in ${inDative(left)}`,
  overdueBy: (over) => `Überfällig seit ${inDative(over)}`,
  pausedFor: (why, left) => `Angehalten: ${why} · noch ${left}`,
  missedBy: (over) => `Um ${over} verfehlt`,
  justMissed: "Knapp verfehlt",
};

export const DUE_STATE_LABELS: Record<DueState, string> = {
  running: "Läuft",
  due_soon: "Bald fällig",
  overdue: "Überfällig",
  paused: "Angehalten",
};

export const STRETCH_TEXTS = {
  counted: (span: string, duration: string) => `${span} · ${duration} gezählt`,
  notCounted: (span: string, why: string) => `${span} · ${why}, nicht gezählt`,
  open_hours: "Geschäftszeit",
  around_the_clock: "rund um die Uhr",
  outside_hours: "außerhalb der Geschäftszeiten",
  special_day: (name: string) => name,
  waiting_for_client: (status: string | null) =>
    status === null ? "wartet auf den Kunden" : `wartet auf den Kunden (${status})`,
  waiting_for_third_party: (status: string | null) =>
    status === null ? "wartet auf Dritte" : `wartet auf Dritte (${status})`,
  closed: "geschlossen",
  trash: "im Papierkorb",
  merged: "Teil eines anderen Tickets",
  below_level: (priority: string, time: string) =>
    `${priority} zählt ab ${time}, als das Ticket zum ersten Mal diese Priorität hatte`,
  folded: (span: string, days: number, duration: string) => `${span}: ${days} Arbeitstage, ${duration}`,
} as const;

export const END_TEXTS = {
  answeredMet: (time: string, early: string) => `Beantwortet ${time}: eingehalten, ${early} vor Ablauf`,
  answeredMissed: (time: string, over: string) => `Beantwortet ${time}: um ${over} verfehlt`,
  answeredJustMissed: (time: string) => `Beantwortet ${time}: knapp verfehlt`,
  closedMet: (time: string, early: string) => `Geschlossen ${time}: eingehalten, ${early} vor Ablauf`,
  closedMissed: (time: string, over: string) => `Geschlossen ${time}: um ${over} verfehlt`,
  closedJustMissed: (time: string) => `Geschlossen ${time}: knapp verfehlt`,
  not_needed: "Eine Antwort war nicht nötig",
  not_measured: "Vom Team erstellt, deshalb wird die erste Antwort nicht gemessen",
  merged: "Mit einem anderen Ticket zusammengeführt",
  answerDeleted: "Die Antwort wurde seither gelöscht",
  unreachable: "Dieser Kalender hat keine Stunden, mit denen das Ziel erreicht würde",
} as const;

export const RECEIPT_TEXTS = {
  title: "So lief die Uhr",
  zones: (own: string, calendar: string) => `Zeiten in ${own}, Stunden gezählt in ${calendar}`,
  countedOf: (used: string, target: string, priority: string) =>
    `${used} gezählt von ${target}, vereinbart für ${priority}`,
  judgedBy: "Beurteilt nach",
  version: (name: string, version: number) => `${name}, Version ${version}`,
  zoneData: (version: string) => `Zeitzonendaten ${version}`,
  nothingAgreed: "Für diese Firma ist kein Servicelevel vereinbart",
} as const;
