/** The texts of both dashboards (rule 235). */
export const DASHBOARD_MESSAGES = {
  title: "Dashboard",
  welcome: (fullname: string) => `Welcome back, ${fullname}`,
} as const;

/** The texts of the staff's dashboard. Each figure has its definition (rules 56 to 60). */
export const METRICS_MESSAGES = {
  failed: "Failed to load dashboard metrics",
  /** Said above the last good figures. */
  figuresOf: (time: string) => `The figures below are from ${time}.`,
  keyFigures: "Key figures",
  open: "Open tickets",
  openMeans: "Tickets with the status Open",
  inProgress: "In progress",
  inProgressMeans: "Tickets with the status In Progress",
  unassigned: "Unassigned",
  unassignedMeans: "Tickets without an assignee that are not closed",
  average: "Avg. resolution time",
  averageMeans:
    "From creation to the last closing of all tickets that are closed now: calendar hours, arithmetic mean, rounded. Half of them took at most the median.",
  averageUnit: (hours: number) => (hours === 1 ? "hour" : "hours"),
  median: (hours: string) => `· median ${hours}`,
  notAvailable: "N/A",
  users: "Total users",
  usersMeans: "Everybody with an account, without the deleted",
  usersSplit: (internal: string, external: string) => `${internal} internal, ${external} external`,
  companies: "Total companies",
  companiesMeans: "Client companies, inactive ones included, without the deleted",
  tickets: "Total tickets",
  ticketsMeans: "All tickets outside the trash. Active means not closed",
  ticketsSplit: (active: string, closed: string) => `${active} active · ${closed} closed`,
  staff: "Active support staff",
  staffMeans: "Internal users who can be assigned tickets, without the deleted",
} as const;

export const CHART_MESSAGES = {
  trend: "Tickets created",
  trendCaption: "Last 30 days",
  trendEmpty: "No trend data available",
  trendSummary: (least: string, most: string) =>
    `Tickets created per day over the last 30 days, between ${least} and ${most}`,
  inTotal: "in total",
  created: "Created",
  createdOn: (day: string, count: string) => `${day}: ${count} created`,
  date: "Date",
  status: "Status",
  statusEmpty: "No ticket data available",
  statusSummary: "Tickets by status",
  priority: "Priority",
  priorityEmpty: "No priority data available",
  prioritySummary: "Tickets by priority",
  allTickets: "All tickets",
  tickets: "Tickets",
  marked: (label: string, count: string) => `${label}: ${count}`,
} as const;

export const RECENT_MESSAGES = {
  title: "Recent Tickets",
  edit: "Edit",
  editTicket: (uid: string) => `Edit ${uid}`,
  assign: "Assign agent",
  assignTicket: (uid: string) => `Assign agent to ${uid}`,
  showing: (shown: string, total: string) => `Showing ${shown} of ${total} ticket(s)`,
  rowsPerPage: "Rows per page",
  openList: "Open the ticket list to page",
  previousPage: "Previous page",
  nextPage: "Next page",
} as const;

export const CLIENT_MESSAGES = {
  summary: "Summary",
  total: "Total Tickets",
  totalCaption: "All your support tickets",
  open: "Open Tickets",
  openCaption: "Currently being worked on",
  /** The statuses that have no card of their own (rule 54). */
  inProgress: (count: string) => `${count} in progress`,
  onHold: (count: string) => `${count} on hold`,
  pending: "Pending Tickets",
  pendingCaption: "Awaiting response",
  resolved: "Resolved",
  resolvedCaption: "Successfully resolved",
  recent: "Your Recent Tickets",
  assignedTo: "Assigned To",
  lastUpdated: "Last Updated",
  empty: "No tickets yet",
  emptyHint: "Create your first support ticket to get started",
  createTicket: "Create Ticket",
} as const;

export const COMPANY_MESSAGES = {
  edit: "Edit company information",
  title: "Edit Company Information",
  hint: "Update your company's description and contact information.",
  description: "Description",
  supportEmail: "Support Email",
  supportPhone: "Support Phone",
  save: "Save Changes",
  saving: "Saving...",
  failedToFetch: "Failed to fetch company",
  updated: "Company information updated successfully",
  failedToUpdate: "Failed to update company information",
  noCompany: "No company ID",
} as const;

export const TEAM_FIGURES_MESSAGES = {
  title: "Your teams",
  titleAll: "Teams",
  team: "Team",
  whole: "Whole desk",
  active: "Active",
  open: "Open",
  inProgress: "In Progress",
  unassigned: "Unassigned",
  closed: "Closed",
  closedMeans: (days: number) => `Closed within ${days} days, and still closed`,
  median: "Median",
  medianMeans: (days: number) => `Half of the tickets closed within ${days} days took at most so long`,
  hours: (n: string) => `${n} h`,
  none: "N/A",
  note: (days: number) => `Closed and median time to close: of the last ${days} days.`,
} as const;
