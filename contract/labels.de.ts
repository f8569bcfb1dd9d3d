import { roleKey } from "./access/actor.ts";
import { roleLabel as plainRoleLabel } from "./labels.ts";
import type { Priority, Status } from "./statuses.ts";

export const STATUS_LABELS: Record<Status, string> = {
  open: "Offen",
  pending: "Wartet",
  in_progress: "In Arbeit",
  on_hold: "Pausiert",
  closed: "Geschlossen",
};

export const PRIORITY_LABELS: Record<Priority, string> = {
  low: "Niedrig",
  normal: "Normal",
  high: "Hoch",
  urgent: "Dringend",
};

const ROLES: Record<string, string> = {
  administrator: "Administrator",
  manager: "Manager",
  team_lead: "Teamleitung",
  support_specialist: "Support-Fachkraft",
  client_admin: "Kundenadmin",
  client: "Kunde",
};

/** A role of the desk's own keeps its name. */
export function roleLabel(name: string): string {
  return ROLES[roleKey(name)] ?? plainRoleLabel(name);
}
