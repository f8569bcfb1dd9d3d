/** The permission catalogue: category, label and description of every key, and the keys of each role (rules 124 and 440 to 454). */
export const PERMISSIONS = {
  "tickets.read": [
    "Tickets",
    "View tickets",
    "See tickets: staff all of them, clients their own or their company's",
  ],
  "tickets.create": ["Tickets", "Create tickets", "Raise new tickets"],
  "tickets.edit": ["Tickets", "Edit tickets", "Change subject, description and priority of a ticket"],
  "tickets.set_status": ["Tickets", "Change status", "Move a ticket to any status"],
  "tickets.solve": ["Tickets", "Solve and reopen", "Mark a visible ticket as solved, or reopen it"],
  "tickets.assign": ["Tickets", "Assign tickets", "Set the assignee and the team of a ticket"],
  "tickets.change_requester": ["Tickets", "Change requester", "Move a ticket to another client or company"],
  "tickets.participants": ["Tickets", "Manage participants", "Add and remove people who follow a ticket"],
  "tickets.bulk": ["Tickets", "Bulk changes", "Change many tickets at once"],
  "tickets.export": ["Tickets", "Export tickets", "Download the filtered ticket list as CSV"],
  "tickets.delete": ["Tickets", "Delete tickets", "Move a ticket to the trash"],
  "tickets.merge": ["Tickets", "Merge tickets", "Merge tickets into one, split them, and undo either"],
  "tickets.restore": ["Tickets", "Restore tickets", "Bring a ticket back from the trash"],
  "comments.read": ["Comments", "View comments", "Read the public conversation of visible tickets"],
  "comments.create": ["Comments", "Add comments", "Answer publicly on visible tickets"],
  "comments.internal": ["Comments", "Internal notes", "Read and write notes that clients never see"],
  "comments.moderate": ["Comments", "Moderate comments", "Delete other people's comments"],
  "comments.versions": ["Comments", "View edits", "See earlier versions of edited comments"],
  "users.read": ["Users", "View users", "See the accounts of internal staff"],
  "users.manage": ["Users", "Manage users", "Create, invite, edit, delete and restore users"],
  "users.manage_company": ["Users", "Manage company users", "Look after the users of the own company"],
  "clients.read": ["Clients", "View clients", "See the client directory"],
  "clients.manage": ["Clients", "Manage clients", "Invite, edit, delete and restore clients"],
  "companies.read": ["Companies", "View companies", "See every client company"],
  "companies.read_own": ["Companies", "View own company", "See the own company's information"],
  "companies.edit_own": [
    "Companies",
    "Edit own company",
    "Change description and contact data of the own company",
  ],
  "companies.create": ["Companies", "Create companies", "Add a client company"],
  "companies.edit": ["Companies", "Edit companies", "Change any company, or make it inactive"],
  "companies.delete": ["Companies", "Delete companies", "Delete and restore companies"],
  "teams.read": ["Teams", "View teams", "See the teams that take tickets"],
  "teams.manage": ["Teams", "Manage teams", "Create, rename and archive teams and their members"],
  "teams.manage_members": ["Teams", "Manage own team", "Add and remove members of the own team"],
  "roles.read": ["Roles", "View roles", "See roles and what they allow"],
  "roles.assign": ["Roles", "Assign roles", "Change the roles of any user"],
  "roles.assign_company": ["Roles", "Assign company roles", "Change the role of users of the own company"],
  "roles.history": ["Roles", "View role history", "See who changed whose roles, when and from where"],
  "roles.history_company": ["Roles", "View company role history", "See role changes in the own company"],
  "reports.dashboard": ["Reports", "View dashboard metrics", "See the figures of the whole desk"],
  "reports.read": ["Reports", "Read reports", "See how service levels were kept, for every company"],
  "sla.read": [
    "Service levels",
    "View service levels",
    "See targets, business hours, due times and how each clock ran",
  ],
  "sla.manage": [
    "Service levels",
    "Manage service levels",
    "Set targets, business hours and holidays, and judge a ticket again",
  ],
  "sla.read_own": [
    "Service levels",
    "View own service level",
    "See what is agreed for the own tickets, and how the clock ran",
  ],
  "settings.manage": ["Settings", "Manage settings", "Change brand, ticket prefix, mail and password rules"],
  "settings.mail": [
    "Settings",
    "View captured mail",
    "Read mail that is captured while no mail server is set",
  ],
  "views.share": [
    "Tickets",
    "Share views",
    "Keep saved views for a team or for all staff, and edit those of others",
  ],
  "replies.share": [
    "Tickets",
    "Share saved replies",
    "Keep saved replies and macros for a team or for all staff, and edit those of others",
  ],
  "tags.manage": ["Settings", "Manage tags", "Rename, merge and delete tags"],
  "mail.triage": ["Mail", "Decide on held mail", "Read held mail, and make tickets of it"],
  "audit.read": ["Audit", "View audit log", "Read, filter and export the history of every change"],
} as const satisfies Record<string, readonly [category: string, label: string, description: string]>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_KEYS = Object.keys(PERMISSIONS).filter(isPermission);

/** Whether the catalogue has such a key. */
export function isPermission(key: string): key is Permission {
  return Object.hasOwn(PERMISSIONS, key);
}

const SPECIALIST: Permission[] = [
  "tickets.read",
  "tickets.create",
  "tickets.edit",
  "tickets.set_status",
  "tickets.solve",
  "tickets.assign",
  "tickets.change_requester",
  "tickets.participants",
  "tickets.bulk",
  "tickets.export",
  "tickets.merge",
  "comments.read",
  "comments.create",
  "comments.internal",
  "comments.versions",
  "users.read",
  "clients.read",
  "companies.read",
  "teams.read",
  "roles.read",
  "reports.dashboard",
  "sla.read",
];
const LEAD: Permission[] = [
  ...SPECIALIST,
  "teams.manage_members",
  "tags.manage",
  "views.share",
  "replies.share",
  "mail.triage",
  "reports.read",
];
const MANAGER: Permission[] = [...LEAD, "tickets.delete", "roles.history"];
const CLIENT: Permission[] = [
  "tickets.read",
  "tickets.create",
  "tickets.solve",
  "comments.read",
  "comments.create",
  "companies.read_own",
  "roles.read",
  "sla.read_own",
];
const CLIENT_ADMIN: Permission[] = [
  ...CLIENT,
  "tickets.edit",
  "companies.edit_own",
  "users.manage_company",
  "roles.assign_company",
  "roles.history_company",
];
/** An administrator holds every permission but the narrower forms of those it holds already. */
const ADMINISTRATOR = PERMISSION_KEYS.filter((key) => !/_company$|_own$|manage_members$/.test(key));

/** The six fixed roles, stored exactly so; `name` is compared normalized (rules 14 and 123). */
export const ROLES = [
  {
    name: "administrator",
    type: "internal",
    description: "Everything, including companies, clients and roles",
    permissions: ADMINISTRATOR,
  },
  {
    name: "manager",
    type: "internal",
    description: "Sees every ticket and report, deletes tickets, reads role history",
    permissions: MANAGER,
  },
  {
    name: "team_lead",
    type: "internal",
    description: "Works on every ticket and looks after the own team",
    permissions: LEAD,
  },
  {
    name: "support_specialist",
    type: "internal",
    description: "Works on tickets, comments and assignments",
    permissions: SPECIALIST,
  },
  {
    name: "client_admin",
    type: "external",
    description: "Looks after the own company, its users and its tickets",
    permissions: CLIENT_ADMIN,
  },
  { name: "Client", type: "external", description: "Raises and follows own tickets", permissions: CLIENT },
] as const satisfies readonly {
  name: string;
  type: "internal" | "external";
  description: string;
  permissions: Permission[];
}[];

export type RoleName = (typeof ROLES)[number]["name"];
