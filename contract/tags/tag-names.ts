import { LIMITS } from "../limits.ts";
import { hasHiddenCharacter } from "../text/text-characters.ts";

/**
 * The name that a typed tag is kept under: lower case, with dashes for spaces and underscores, so that "VPN Issue" and
 * "vpn_issue" are one tag. Accents count. Null for what no tag can be called.
 */
export function tagName(typed: string): string | null {
  const name = typed
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[\s_-]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return NAME.test(name) && !hasHiddenCharacter(name) ? name : null;
}

/** Whether a name is longer than a tag may be, in characters as people count them. */
export function isTagTooLong(name: string): boolean {
  return Array.from(name).length > LIMITS.tagName;
}

/** Letters, digits and dashes; a mark belongs to the letter before it. Selectors of another look are marks that show nothing. */
const NAME = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u;

/** The names in a filter such as "vpn,firmware", each once; what no tag can be called stays as it is, and finds nothing. */
export function readTagFilter(text: string): string[] {
  const asked = text.split(",").map((part) => part.trim());
  return [...new Set(asked.filter((part) => part !== "").map((part) => tagName(part) ?? part.toLowerCase()))];
}
