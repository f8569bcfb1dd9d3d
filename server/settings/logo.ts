import { refuse } from "#server/lib/refusal.ts";
import { kindOf } from "#server/lib/file-store/file-type.ts";

const LOGO_BYTES = 300_000;
/** SVG is not among them, since it can carry scripts. */
const LOGO_TYPES = new Set(["image/png", "image/jpeg", "image/webp"]);

export type Logo = { type: string; data: string };

/**
 * Parses a picture from a data URL; its first bytes decide its type. Refuses 413 for a large one, 415 for anything
 * else, also for a beginning that does not say how wide and high the picture is: every page would show it as broken.
 */
export function parseLogo(dataUrl: string): Logo {
  const encoded = /^data:[^,]*;base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl)?.[1];
  const bytes = Buffer.from(encoded ?? "", "base64");
  if (bytes.length > LOGO_BYTES) throw refuse(413, "settings.logo_too_large");
  const { mediaType, width, height } = kindOf(bytes, "");
  if (!LOGO_TYPES.has(mediaType) || !width || !height) throw refuse(415, "settings.logo_not_picture");
  return { type: mediaType, data: bytes.toString("base64") };
}

export function toLogo(value: unknown): Logo | null {
  if (typeof value !== "object" || value === null || !("type" in value) || !("data" in value)) return null;
  const { type, data } = value;
  return typeof type === "string" && typeof data === "string" ? { type, data } : null;
}
