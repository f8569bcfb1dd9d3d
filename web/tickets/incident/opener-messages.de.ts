import type { INCIDENT_OPENER_MESSAGES as ENGLISH } from "./opener-messages.ts";

export const INCIDENT_OPENER_MESSAGES: typeof ENGLISH = {
  link: "Mit einer Störung verknüpfen …",
  linkSelected: "Störung …",
};
