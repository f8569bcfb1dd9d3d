/** The texts of figures about service levels, on dashboards and above the report. */
export const FIGURE_MESSAGES = {
  title: "Service level",
  metThisMonth: "Met this month",
  metOf: (met: string, all: string) => `${met} of ${all}`,
  none: "-",
  ownTitle: "Service level",
  ownMet: (share: string, month: string) => `${share} of targets met in ${month}`,
  ownCount: (met: string, all: string) => `${met} of ${all} targets`,
  ownFailed: "Failed to load the service level",
} as const;
