import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { ConfigError, parseUrl } from "./setting-values.ts";

/** An address that mail is taken at, from another mail server. */
export type ListenAddress = { protocol: "smtp" | "lmtp"; host: string; port: number };

export type MailListen = {
  addresses: ListenAddress[];
  /** PEM texts for STARTTLS; null: it is not offered. */
  certificate: { cert: Buffer; key: Buffer } | null;
};

/** The value of a setting; null where it is not set. */
type Read = (name: string) => string | null;

/** Null: mail is captured and shown to administrators. */
export function readSmtpUrl(read: Read): string | null {
  const value = read("SMTP_URL");
  if (value === null) return null;
  const url = parseUrl(value);
  // The value is never repeated: it may hold a password.
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    throw new ConfigError("SMTP_URL must look like smtp://user:password@host:587.");
  }
  return value;
}

export function readMailFrom(read: Read, publicUrl: string): string {
  const value = read("MAIL_FROM") ?? `Waypost <no-reply@${new URL(publicUrl).hostname}>`;
  if (/^[^<>@\s]+@[^<>@\s]+$/.test(value) || /^[^<>@]*<[^<>@\s]+@[^<>@\s]+>$/.test(value)) return value;
  throw new ConfigError(`MAIL_FROM is "${value}", but it must look like Help Desk <help@example.com>.`);
}

/** Null: no mail server can hand in mail. */
export function readMailListen(read: Read): MailListen | null {
  const value = read("MAIL_LISTEN");
  const certificate = readCertificate(read("MAIL_LISTEN_CERT"), read("MAIL_LISTEN_KEY"));
  if (value === null) {
    if (certificate)
      throw new ConfigError("MAIL_LISTEN_CERT belongs to the address of MAIL_LISTEN: set that as well.");
    return null;
  }
  const addresses = value.split(",").map((each) => readListenAddress(each.trim()));
  const places = new Set(addresses.map(({ host, port }) => `${host} ${port}`));
  if (places.size < addresses.length)
    throw new ConfigError(`MAIL_LISTEN is "${value}", but each address may stand there once.`);
  return { addresses, certificate };
}

function readListenAddress(text: string): ListenAddress {
  const [, protocol, host = "", digits] =
    /^(smtp|lmtp):\/\/([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (protocol === undefined || port < 1 || port > 65_535)
    throw new ConfigError(
      `MAIL_LISTEN holds "${text}", but each address must look like smtp://127.0.0.1:2525 or lmtp://127.0.0.1:2424.`,
    );
  return {
    protocol: protocol.toLowerCase() === "lmtp" ? "lmtp" : "smtp",
    host: host.replaceAll(/[[\]]/g, ""),
    port,
  };
}

function readCertificate(certPath: string | null, keyPath: string | null): MailListen["certificate"] {
  if (certPath === null && keyPath === null) return null;
  if (certPath === null || keyPath === null)
    throw new ConfigError(
      "MAIL_LISTEN_CERT and MAIL_LISTEN_KEY belong together: set both, or neither to do without STARTTLS.",
    );
  const files = {
    cert: readPem("MAIL_LISTEN_CERT", certPath),
    key: readPem("MAIL_LISTEN_KEY", keyPath),
  };
  try {
    createSecureContext(files);
  } catch {
    throw new ConfigError(
      "MAIL_LISTEN_CERT and MAIL_LISTEN_KEY must be a certificate and its own key, both as PEM files.",
    );
  }
  return files;
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(`${name} is "${path}", which cannot be read: check that it is a readable file.`);
  }
}
