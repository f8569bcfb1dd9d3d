import type { Translated } from "../translation-type.ts";
import type { MAILBOX_NOTES as ENGLISH } from "./mailbox-notes.ts";

type Server = { host: string; port: number };
const at = ({ host, port }: Server) => `${host}:${port}`;

export const MAILBOX_NOTES: Translated<typeof ENGLISH> = {
  reached: (server) => at(server),
  encrypted: ({ protocol }) => protocol,
  not_encrypted: "Unverschlüsselt; es verlässt diesen Rechner nicht",
  signed_in: ({ user }) => `Als ${user}`,
  signed_in_by_token: ({ minutes }) => `Mit dem Token der App, noch ${minutes} Minuten gültig`,
  folder_opened: ({ folder, messages }) => `${folder}, ${messages.toLocaleString("de")} Nachrichten`,
  sends: (server) => `Über ${at(server)}`,
  hands_in: "Server liefern Mails hier ab: Es muss nichts erreicht werden",
  plus_waits: ({ address }) => `Eine Mail an ${address} ist unterwegs: bis zu 60 Sekunden`,
  plus_came_back: ({ address }) => `Eine Mail an ${address} kam zurück`,
  plus_lost: ({ address }) =>
    `${address} kam nicht innerhalb von 60 Sekunden an. Antworten werden stattdessen an ihren Kopfzeilen erkannt; sonst ändert sich nichts.`,
  plus_untried: "Nicht versucht: Ohne Mailserver wird nichts verschickt",

  host_unknown: ({ host }) => `Einen Server namens ${host} gibt es nicht`,
  connection_refused: (server) => `${at(server)} nimmt keine Verbindungen an`,
  not_reachable: (server) => `${at(server)} ist von hier aus nicht erreichbar`,
  timed_out: (server) => `${at(server)} hat nicht rechtzeitig geantwortet`,
  broke_off: (server) => `${at(server)} hat die Verbindung beendet`,
  other_protocol: (server) => `${at(server)} antwortet nicht wie ein Mailserver`,
  tls_expected: (server) => `${at(server)} ist nicht von Anfang an verschlüsselt: Wählen Sie STARTTLS`,
  no_starttls: (server) => `${at(server)} bietet kein STARTTLS an`,
  certificate_expired: ({ host }) => `Das Zertifikat von ${host} ist abgelaufen`,
  certificate_name: ({ host }) => `Das Zertifikat gehört zu einem anderen Namen als ${host}`,
  certificate_untrusted: ({ host }) => `Für das Zertifikat von ${host} bürgt niemand Bekanntes`,
  sign_in_refused: ({ user }) => `Der Server lehnt den Benutzernamen oder das Passwort von ${user} ab`,
  token_refused: ({ provider, code }) =>
    `${provider} gibt für diese Client-ID und dieses Geheimnis kein Token (${code})`,
  token_unreachable: ({ host }) => `${host} gab kein Token: Es ist nicht erreichbar oder überlastet`,
  mailbox_refused: ({ user }) => `Das Token wurde ausgestellt, aber es öffnet ${user} nicht`,
  secret_lost: "Geben Sie das Passwort noch einmal ein",
  folder_missing: ({ folder }) => `Einen Ordner namens ${folder} gibt es nicht`,
  not_sent: (server) => `${at(server)} hat keine Mail angenommen`,
  unknown_fault: "Die Verbindung scheiterte aus einem Grund, der im Protokoll des Servers steht",
};
