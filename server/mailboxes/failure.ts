import { type NoteCode, type NoteParams, sayNote } from "#contract/mailboxes/notes.ts";
import { MAILBOX_NOTES } from "#contract/refusals/mailbox-notes.ts";

/** A note of contract/refusals/mailbox-notes.ts with what stands in it. */
export type Note = {
  [Code in NoteCode]: NoteParams<Code> extends undefined
    ? { code: Code; params?: undefined }
    : { code: Code; params: NoteParams<Code> };
}[NoteCode];

/** A failure whose reason is known already. */
export class MailboxFailure extends Error {
  override name = "MailboxFailure";
  readonly note: Note;

  constructor(note: Note) {
    super(sayNote(note.code, note.params));
    this.note = note;
  }
}

/** The server that was connected to, as whom, and whether a token stood in for the password. */
export type Target = { host: string; port: number; user: string; byToken: boolean };

/**
 * Explains why a connection failed, by the codes of Node, imapflow and nodemailer. The words of a server are never
 * repeated: they may quote the password that it refused.
 */
export function explainFailure(error: unknown, { host, port, user, byToken }: Target): Note {
  if (error instanceof MailboxFailure) return error.note;
  const code = FAULTS.find(({ is }) => is.some((name) => isNamed(error, name)))?.code ?? "unknown_fault";
  const found = isMarked(error, "authenticationFailed") ? "sign_in_refused" : code;
  const fault = isMarked(error, "tlsFailed") && code === "unknown_fault" ? "no_starttls" : found;
  if (fault === "unknown_fault") return { code: fault };
  if (fault === "sign_in_refused")
    return { code: byToken ? "mailbox_refused" : "sign_in_refused", params: { user } };
  if (isAboutHost(fault)) return { code: fault, params: { host } };
  return { code: fault, params: { host, port } };
}

type HostFault = "host_unknown" | `certificate_${"expired" | "name" | "untrusted"}`;
type ServerFault =
  | "connection_refused"
  | "not_reachable"
  | "timed_out"
  | "broke_off"
  | "other_protocol"
  | "tls_expected"
  | "no_starttls";
type Fault = HostFault | ServerFault | "sign_in_refused";

const FAULTS: { code: Fault; is: string[] }[] = [
  { code: "sign_in_refused", is: ["EAUTH"] },
  { code: "host_unknown", is: ["ENOTFOUND", "EAI_AGAIN", "EDNS"] },
  { code: "connection_refused", is: ["ECONNREFUSED"] },
  { code: "not_reachable", is: ["EHOSTUNREACH", "ENETUNREACH", "EACCES", "EPERM", "EADDRNOTAVAIL"] },
  {
    code: "timed_out",
    is: ["ETIMEDOUT", "ETIMEOUT", "CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT", "TimeoutError"],
  },
  { code: "certificate_expired", is: ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID", "certificate has expired"] },
  { code: "certificate_name", is: ["ERR_TLS_CERT_ALTNAME_INVALID", "does not match certificate's altnames"] },
  {
    code: "certificate_untrusted",
    is: [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "self-signed certificate",
      "unable to verify the first certificate",
      "unable to get local issuer certificate",
    ],
  },
  {
    code: "tls_expected",
    is: ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "EPROTO", "wrong version number"],
  },
  { code: "no_starttls", is: ["ETLS", "STARTTLS_INJECTION"] },
  {
    code: "broke_off",
    is: [
      "ECONNRESET",
      "EPIPE",
      "NoConnection",
      "EConnectionClosed",
      "ClosedAfterConnectText",
      "ClosedAfterConnectTLS",
      "StateLogout",
      "ECONNECTION",
    ],
  },
  {
    code: "other_protocol",
    is: ["InvalidResponse", "UnexpectedTag", "ParserError", "LineTooLarge", "EPROTOCOL"],
  },
];

/** Nodemailer puts a code of its own in the place of the system's, which is then left in the message. */
function isNamed(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isCode = code === name || (name === "ParserError" && code.startsWith(name));
  return isCode || error.name === name || error.message.includes(name) || isNamed(error.cause, name);
}

function isMarked(error: unknown, mark: "authenticationFailed" | "tlsFailed"): boolean {
  return error instanceof Error && mark in error && Reflect.get(error, mark) === true;
}

function isAboutHost(fault: Fault): fault is HostFault {
  return fault === "host_unknown" || fault.startsWith("certificate_");
}

/** The note as an answer carries it: with its sentence in English. */
export function toAnswer({ code, params }: Note) {
  return { code, params: { ...params }, text: sayNote(code, params) };
}

/** The note as `last_error` keeps it. */
export function storeNote({ code, params }: Note): string {
  return JSON.stringify({ code, params });
}

/** Reads a kept note; null for none, and for one of a newer version. */
export function parseNote(stored: string | null): Note | null {
  if (stored === null) return null;
  const { code, params }: { code: string; params: unknown } = JSON.parse(stored);
  // Written by `storeNote` alone.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.hasOwn(MAILBOX_NOTES, code) ? ({ code, params } as Note) : null;
}
