type Server = { host: string; port: number };
const at = ({ host, port }: Server) => `${host}:${port}`;

/** What is said about a mailbox and its server, by its code: what a check found, and why a mailbox is away. */
export const MAILBOX_NOTES = {
  reached: (server: Server) => at(server),
  encrypted: ({ protocol }: { protocol: string }) => protocol,
  not_encrypted: "Not encrypted; it does not leave this machine",
  signed_in: ({ user }: { user: string }) => `As ${user}`,
  signed_in_by_token: ({ minutes }: { minutes: number }) =>
    `With the app's own token, valid for ${minutes} minutes`,
  folder_opened: ({ folder, messages }: { folder: string; messages: number }) =>
    `${folder}, ${messages.toLocaleString("en")} messages`,
  sends: (server: Server) => `Through ${at(server)}`,
  hands_in: "Servers hand mail in here: nothing has to be reached",
  plus_waits: ({ address }: { address: string }) => `A mail to ${address} is on its way: up to 60 seconds`,
  plus_came_back: ({ address }: { address: string }) => `A mail to ${address} came back`,
  plus_lost: ({ address }: { address: string }) =>
    `${address} did not arrive within 60 seconds. Answers are found by their headers instead; nothing else changes.`,
  plus_untried: "Not tried: without a mail server nothing is sent",

  host_unknown: ({ host }: { host: string }) => `There is no server named ${host}`,
  connection_refused: (server: Server) => `${at(server)} takes no connections`,
  not_reachable: (server: Server) => `${at(server)} cannot be reached from here`,
  timed_out: (server: Server) => `${at(server)} did not answer in time`,
  broke_off: (server: Server) => `${at(server)} ended the connection`,
  other_protocol: (server: Server) => `${at(server)} does not answer as a mail server does`,
  tls_expected: (server: Server) => `${at(server)} is not encrypted from the start: choose STARTTLS`,
  no_starttls: (server: Server) => `${at(server)} offers no STARTTLS`,
  certificate_expired: ({ host }: { host: string }) => `The certificate of ${host} has expired`,
  certificate_name: ({ host }: { host: string }) => `The certificate belongs to another name than ${host}`,
  certificate_untrusted: ({ host }: { host: string }) =>
    `Nobody known vouches for the certificate of ${host}`,
  sign_in_refused: ({ user }: { user: string }) =>
    `The server refuses the user name or the password of ${user}`,
  token_refused: ({ provider, code }: { provider: string; code: string }) =>
    `${provider} gives no token for this client ID and secret (${code})`,
  token_unreachable: ({ host }: { host: string }) =>
    `${host} gave no token: it cannot be reached, or is busy`,
  mailbox_refused: ({ user }: { user: string }) => `The token was given, but it does not open ${user}`,
  secret_lost: "Enter the password again",
  folder_missing: ({ folder }: { folder: string }) => `There is no folder named ${folder}`,
  not_sent: (server: Server) => `${at(server)} did not take a mail`,
  unknown_fault: "The connection failed for a reason that stands in the server's log",
} as const;
