import type { Big } from "./column-types.ts";

/** Counters: kept by triggers, recounted by `npm run reconcile`. */
export type CounterTables = {
  ticket_counts: TicketCounts; // triggers
  ticket_totals: TicketTotals; // triggers
  ticket_daily: TicketDaily; // triggers
  resolution_counts: ResolutionCounts; // triggers
  desk_totals: DeskTotals; // triggers
};

type TicketCounts = {
  company_id: string;
  status: string;
  priority: string;
  assigned: boolean;
  slot: number;
  n: Big;
};
type TicketTotals = {
  slot: number;
  status: string;
  priority: string;
  assigned: boolean;
  n: Big;
  resolved_seconds: Big;
};
type TicketDaily = { day: string; slot: number; created: Big; closed: Big };
type ResolutionCounts = { hours: number; slot: number; n: Big };
type DeskTotals = { slot: number; kind: "internal" | "external" | "company"; n: Big };
