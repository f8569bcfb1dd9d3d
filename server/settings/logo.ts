import { refuse } from "#server/lib/refusal.ts";

const LOGO_BYTES = 300_000;

export type Logo = { type: string; data: string };

/**
 * Parses a picture from a data URL; its first bytes decide its type. Refuses 413 for a large one, 415 for anything
 * else.
 */
export function parseLogo(dataUrl: string): Logo {
  const encoded = /^data:[^,]*;base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl)?.[1];
  const bytes = Buffer.from(encoded ?? "", "base64");
  if (bytes.length > LOGO_BYTES) throw refuse(413, "settings.logo_too_large");
  const type = detectType(bytes);
  if (type === null) throw refuse(415, "settings.logo_not_picture");
  return { type, data: bytes.toString("base64") };
}

/** Detects the type of a picture; SVG is refused, since it can carry scripts. */
function detectType(bytes: Buffer): string | null {
  const starts = (hex: string, at = 0) =>
    bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, "hex"));
  if (starts("89504e470d0a1a0a")) return "image/png";
  if (starts("ffd8ff")) return "image/jpeg";
  if (starts("52494646") && starts("57454250", 8)) return "image/webp";
  return null;
}

export function toLogo(value: unknown): Logo | null {
  if (typeof value !== "object" || value === null || !("type" in value) || !("data" in value)) return null;
  const { type, data } = value;
  return typeof type === "string" && typeof data === "string" ? { type, data } : null;
}
