import type { Language } from "#contract/languages.ts";
import type { RoleName } from "#contract/access/permissions.ts";
import { COMPANIES } from "./companies.ts";
import type { CompanyKey, TeamKey } from "./stories/story.ts";

type DemoPerson = {
  fullname: string;
  email: string;
  roles: readonly RoleName[];
  /** Null: staff. */
  company: CompanyKey | null;
  city?: string;
  phone?: string;
  teams?: readonly TeamKey[];
  /** The language that they chose. */
  locale?: Language;
  /** Absent: they never came. */
  seenHoursAgo?: number;
  state?: "invited" | "deleted";
};

export const TEAMS: Record<TeamKey, string> = {
  support: "Support",
  network: "Network & Security",
  devices: "Workplace & Devices",
  identity: "Identity & Microsoft 365",
  servers: "Servers & Backup",
  applications: "Business Applications",
};

/** These eight sign in, and the start prints them (rule 466). */
const NAMED: readonly DemoPerson[] = [
  {
    fullname: "Maren Solberg",
    email: "admin@waypost.example",
    roles: ["administrator"],
    company: null,
    city: "Bergen",
    phone: "+47 55 55 01 01",
    teams: ["support"],
    seenHoursAgo: 0.2,
  },
  {
    fullname: "Rafael Monteiro",
    email: "manager@waypost.example",
    roles: ["manager"],
    company: null,
    city: "Porto",
    teams: ["devices", "support"],
    seenHoursAgo: 1,
  },
  {
    fullname: "Lena Fischer",
    email: "lead@waypost.example",
    roles: ["team_lead"],
    company: null,
    city: "Leipzig",
    teams: ["identity", "servers"],
    seenHoursAgo: 0.1,
  },
  {
    fullname: "Idris Okafor",
    email: "agent@waypost.example",
    roles: ["support_specialist"],
    company: null,
    city: "Leeds",
    phone: "+44 113 496 0007",
    teams: ["network", "servers", "support"],
    seenHoursAgo: 0.1,
  },
  {
    fullname: "Priya Nair",
    email: "admin@kestrel.example",
    roles: ["client_admin"],
    company: "kestrel",
    city: "Leeds",
    phone: "+44 113 496 0180",
    seenHoursAgo: 2,
  },
  {
    fullname: "Tomás Aguilar",
    email: "client@kestrel.example",
    roles: ["Client"],
    company: "kestrel",
    city: "Hull",
    seenHoursAgo: 1,
  },
  {
    fullname: "Helena Marsh",
    email: "admin@asterlegal.example",
    roles: ["client_admin"],
    company: "aster",
    city: "London",
    phone: "+44 20 7946 0113",
    seenHoursAgo: 5,
  },
  {
    fullname: "Jonas Weber",
    email: "client@asterlegal.example",
    roles: ["Client"],
    company: "aster",
    city: "Bristol",
    locale: "de",
    seenHoursAgo: 26,
  },
];

const STAFF: readonly DemoPerson[] = [
  staff("Callum Byrne", "callum.byrne", ["support_specialist"], ["devices", "servers"], 0.2),
  staff("Sunita Rao", "sunita.rao", ["support_specialist", "team_lead"], ["applications", "identity"], 5),
  staff("Yuki Tanabe", "yuki.tanabe", ["support_specialist"], ["applications"], 140),
  staff(
    "Aleksander Wiśniewski-Montgomery",
    "aleksander.wisniewski-montgomery",
    ["support_specialist"],
    ["network"],
  ),
  staff("Noor Haddad", "noor.haddad", ["support_specialist"], ["identity", "support"], 22),
  staff("João Guilherme Gonçalves", "joao.goncalves", ["support_specialist"], ["servers"], 3),
  staff("Agnieszka Dąbrowska", "agnieszka.dabrowska", ["team_lead"], ["devices"], 8),
  { ...staff("Dmitri Volkov", "dmitri.volkov", [], [], 500) },
  { ...staff("Marit Aalto", "marit.aalto", ["support_specialist"], ["support"]), state: "invited" },
  { ...staff("Eleanor Whitcombe", "eleanor.whitcombe", ["manager"], [], 1500), state: "deleted" },
];

const CLIENTS: readonly DemoPerson[] = [
  client("kestrel", "Wanda Jabłońska", "wanda.jablonska", "Client", 30),
  client("kestrel", "Bram de Vries", "bram.devries", "Client", 50),
  client("kestrel", "Ottilie Grant", "ottilie.grant", "Client"),
  client("aster", "Constance Featherstonehaugh-Cholmondeley", "constance.fc", "Client", 90),
  client("aster", "Rohan Mistry", "rohan.mistry", "Client", 12),
  client("meridian", "Beatriz Carvalho", "beatriz", "client_admin", 0.3),
  client("meridian", "Joris Claes", "joris", "Client", 7),
  client("meridian", "Nuno Espírito-Santo", "nuno", "Client", 77),
  client("tidewell", "Priya Raghunathan", "priya.r", "client_admin", 0.1),
  client("tidewell", "Hannah Osei", "h.osei", "Client"),
  client("tidewell", "Jonas Lindqvist", "jonas.l", "Client", 28),
  client("fjord", "Solveig Bråten", "solveig", "client_admin", 16),
  client("fjord", "Finn McCabe", "finn", "Client", 200),
  client("brightwater", "Dr Anita Amin", "a.amin", "client_admin", 9),
  client("brightwater", "Toby Larkspur", "t.larkspur", "Client", 33),
  client("brightwater", "Xu Li", "x.li", "Client", 61),
  client("castellan", "Georgina Dunmore", "g.dunmore", "client_admin", 4),
  client("castellan", "Krzysztof Szczęsny", "k.szczesny", "Client", 11),
  client("castellan", "Amara Diallo", "a.diallo", "Client", 19),
  client("castellan", "Patrick O'Shaughnessy", "p.oshaughnessy", "Client", 340),
  client("linden", "Meredith Vale", "m.vale", "client_admin", 14),
  client("linden", "Arthur Nkemelu", "a.nkemelu", "Client", 70),
  client("novak", "Kryštof Novák", "krystof", "client_admin", 900),
  { ...client("novak", "Stellan Novak", "stellan", "Client", 5000), state: "deleted" },
  client("oakline", "Aiko Tanaka", "aiko.tanaka", "Client", 2),
  client("oakline", "Desmond Hale", "desmond.hale", "client_admin", 40),
  client("portquay", "Olivier Baptiste", "o.baptiste", "client_admin", 72),
  client("portquay", "Mafalda Brás", "m.bras", "Client", 18),
  { ...client("portquay", "Ned Cromarty", "n.cromarty", "Client"), state: "invited" },
];

export const PEOPLE: readonly DemoPerson[] = [...NAMED, ...STAFF, ...CLIENTS];

function staff(
  fullname: string,
  mailbox: string,
  roles: readonly RoleName[],
  teams: readonly TeamKey[],
  seenHoursAgo?: number,
): DemoPerson {
  const email = `${mailbox}@waypost.example`;
  return {
    fullname,
    email,
    roles,
    company: null,
    teams,
    ...(seenHoursAgo === undefined ? {} : { seenHoursAgo }),
  };
}

function client(
  company: CompanyKey,
  fullname: string,
  mailbox: string,
  role: RoleName,
  seenHoursAgo?: number,
): DemoPerson {
  const domain = COMPANIES.find(({ key }) => key === company)?.domain;
  const email = `${mailbox}@${domain}`;
  return { fullname, email, roles: [role], company, ...(seenHoursAgo === undefined ? {} : { seenHoursAgo }) };
}
