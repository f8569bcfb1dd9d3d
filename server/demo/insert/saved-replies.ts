import type { EffectsInput } from "#contract/macros/effects.ts";
import type { TeamKey } from "../stories/story.ts";

export type DemoReply = {
  name: string;
  owner: string;
  audience: "me" | "team" | "everyone";
  team?: TeamKey;
  visibility?: "public" | "internal";
  en?: string;
  de?: string;
  /** `assignee` by full name. */
  effects?: EffectsInput;
  /** How often, in the last weeks, by whom. */
  uses?: Partial<Record<string, number>>;
};

const LENA = "Lena Fischer";
const IDRIS = "Idris Okafor";
const NOOR = "Noor Haddad";

/** What the desk answers again and again: five are macros, four are there in German too, and one no longer fits. */
export const SAVED_REPLIES: readonly DemoReply[] = [
  {
    name: "VPN: import the profile again",
    owner: LENA,
    audience: "everyone",
    visibility: "public",
    en: `Hello {{client.first_name|there}},

the VPN client keeps the old profile in its cache. Please remove the profile “{{company.name}} RA”, import the attached one, and sign in once with your code.

If it still drops after {{ask: minutes}} minutes, write down the time and reply here.

{{me.first_name}}`,
    de: `Guten Tag {{client.first_name|zusammen}},

der VPN-Client behält das alte Profil im Zwischenspeicher. Bitte entfernen Sie das Profil „{{company.name}} RA“, importieren Sie das angehängte und melden Sie sich einmal mit Ihrem Code an.

Bricht die Verbindung nach {{ask: minutes}} Minuten wieder ab, schreiben Sie uns bitte die Uhrzeit.

{{me.first_name}}`,
    effects: { status: "pending", follow_up: { in_days: 2, at: "09:00" }, add_tags: ["vpn"] },
    uses: { [IDRIS]: 21, [NOOR]: 13 },
  },
  {
    name: "Firewall update window",
    owner: LENA,
    audience: "everyone",
    visibility: "public",
    en: `Hello {{client.first_name|there}},

we update your firewall on {{ask: day and time}}. VPN users lose their connection for about ten minutes; everything else goes on.

{{me.name}}
{{desk.name}}`,
    de: `Guten Tag {{client.first_name|zusammen}},

wir aktualisieren Ihre Firewall am {{ask: day and time}}. VPN-Verbindungen fallen für etwa zehn Minuten aus; alles andere läuft weiter.

{{me.name}}
{{desk.name}}`,
    effects: { add_tags: ["firmware"] },
    uses: { [IDRIS]: 6 },
  },
  {
    name: "Waiting for your answer",
    owner: LENA,
    audience: "everyone",
    visibility: "public",
    en: `Hello {{client.first_name|there}},

could you tell us whether {{ticket.uid}} is solved for you? Without an answer by {{follow_up.date}} we close it; a reply opens it again.`,
    de: `Guten Tag {{client.first_name|zusammen}},

ist {{ticket.uid}} für Sie erledigt? Ohne Antwort schließen wir es am {{follow_up.date}}; eine Antwort öffnet es wieder.`,
    effects: { status: "pending", follow_up: { in_days: 5, at: "09:00", hold: false } },
    uses: { [IDRIS]: 17, [NOOR]: 9, "Callum Byrne": 11 },
  },
  {
    name: "Ask for a restart",
    owner: LENA,
    audience: "everyone",
    visibility: "public",
    en: `Hello {{client.first_name|there}},

please restart the computer once, with Restart rather than Shut down, and tell us whether it still happens.`,
    de: `Guten Tag {{client.first_name|zusammen}},

bitte starten Sie den Rechner einmal neu, mit „Neu starten“ statt „Herunterfahren“, und sagen Sie uns, ob es noch auftritt.`,
    uses: { [IDRIS]: 30, "Callum Byrne": 26 },
  },
  {
    name: "Take it and start",
    owner: "Rafael Monteiro",
    audience: "everyone",
    effects: { assignee: "me", status: "in_progress" },
    uses: { [IDRIS]: 44, "Callum Byrne": 38, [NOOR]: 31 },
  },
  {
    name: "Hand to Eleanor for approval",
    owner: "Rafael Monteiro",
    audience: "everyone",
    visibility: "internal",
    en: "Needs approval before we order: {{ask: what and how much}}.",
    effects: { assignee: "Eleanor Whitcombe", status: "on_hold" },
  },
  {
    name: "Password reset, done",
    owner: NOOR,
    audience: "team",
    team: "identity",
    visibility: "public",
    en: `Hello {{client.first_name|there}},

your password is reset. Please sign in at {{ask: address}} and choose a new one.`,
    uses: { [NOOR]: 24 },
  },
  {
    name: "New starter: what we need",
    owner: "Sunita Rao",
    audience: "team",
    team: "identity",
    visibility: "public",
    en: `Hello {{client.first_name|there}},

to prepare the account and the laptop we need:

- full name and start date
- the team, and whose rights to copy
- where the laptop goes`,
    uses: { "Sunita Rao": 8 },
  },
  {
    name: "Backup failed: first look",
    owner: LENA,
    audience: "team",
    team: "servers",
    visibility: "internal",
    en: "Checked the job, the target and the free space of {{ask: server}}.\n\nLast good backup: {{ask: day}}.",
    uses: { [IDRIS]: 5, "Callum Byrne": 7 },
  },
  {
    name: "On site visit",
    owner: "Agnieszka Dąbrowska",
    audience: "team",
    team: "devices",
    visibility: "public",
    en: `Hello {{client.first_name|there}},

{{assignee.name}} comes to {{company.name}} on {{ask: day}}. Somebody should be there who can let us into the server room.`,
    uses: { "Callum Byrne": 3 },
  },
  {
    name: "Thanks, closing",
    owner: LENA,
    audience: "everyone",
    visibility: "public",
    en: "Thank you, {{client.first_name|there}}. We close {{ticket.uid}}; just reply if it comes back.",
    uses: { [IDRIS]: 19, [NOOR]: 12 },
  },
  {
    name: "Logs, please",
    owner: IDRIS,
    audience: "me",
    visibility: "public",
    en: "Could you send us the log from {{ask: path}}? Zip it if it is larger than 10 MB.",
    uses: { [IDRIS]: 9 },
  },
  {
    name: "Called, nobody there",
    owner: IDRIS,
    audience: "me",
    visibility: "internal",
    en: "Called {{client.name|the client}} on {{today}}, nobody there.",
    uses: { [IDRIS]: 4 },
  },
  {
    name: "Team meeting notes",
    owner: LENA,
    audience: "me",
    visibility: "internal",
    en: "Talked about {{ticket.uid}} in the meeting of {{today}}: {{ask: outcome}}",
  },
];
