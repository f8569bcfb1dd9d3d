import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

const DAY = 86_400_000;
const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";
const [COMMON_NAME, BASIC_CONSTRAINTS, SUBJECT_ALT_NAME] = ["0603550403", "0603551d13", "0603551d11"];

export type Certificate = { key: string; cert: string };

/** Makes a certificate for a host that nobody vouches for but itself (X.509, RFC 5280); over since a day with `isExpired`. */
export function makeCertificate(host: string, { isExpired = false } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const until = Date.now() + (isExpired ? -DAY : DAY);
  const algorithm = sequence(hex(ECDSA_WITH_SHA256));
  const name = sequence(tlv(0x31, sequence(hex(COMMON_NAME), text(0x0c, host))));
  const authority = sequence(hex(BASIC_CONSTRAINTS), tlv(0x04, sequence(tlv(0x01, hex("ff")))));
  const names = sequence(hex(SUBJECT_ALT_NAME), tlv(0x04, sequence(alternativeName(host))));
  const body = sequence(
    tlv(0xa0, tlv(0x02, hex("02"))),
    tlv(0x02, hex("01"), randomBytes(8)),
    algorithm,
    name,
    sequence(time(until - 30 * DAY), time(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(authority, names)),
  );
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, algorithm, tlv(0x03, hex("00"), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 4 ? tlv(0x87, Buffer.from(host.split(".").map(Number))) : text(0x82, host);
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return text(0x18, digits);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
const text = (tag: number, words: string) => tlv(tag, Buffer.from(words));
const hex = (digits: string) => Buffer.from(digits, "hex");

/** Tag, length and value of the distinguished encoding rules (X.690). */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), value]);
}
