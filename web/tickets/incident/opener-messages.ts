/** What opens the window of incidents. */
export const INCIDENT_OPENER_MESSAGES = {
  link: "Link to an incident…",
  /** Beside the other acts on a selection. */
  linkSelected: "Link to an incident…",
};
