import { hasHiddenCharacter } from "./text-characters.ts";

/*
 * Addresses as they are stored (rules 313 and 550). Without zod, so that a form may use it alone.
 *
 * The part before the at sign is ASCII. RFC 6531 would allow more, but such an address works only where every server on the
 * way takes it, and a letter that looks like another makes another mailbox of it. Domains of other letters are kept as
 * every server understands them (RFC 5891), so that a look-alike of a domain reads as xn--.
 */

/**
 * An address as it is stored, or null for none: compatible letters made one (NFKC), domain in ASCII and lower case. Case
 * before the at sign stays as typed; it makes no difference when addresses are compared.
 */
export function readEmailAddress(typed: string): string | null {
  const [local = "", written = "", ...rest] = typed.normalize("NFKC").split("@");
  if (rest.length > 0 || !LOCAL_PART.test(local) || local.length > LOCAL_PART_LENGTH) return null;
  const domain = toAsciiDomain(written);
  if (domain === null || local.length + 1 + domain.length > ADDRESS_LENGTH) return null;
  return `${local}@${domain}`;
}

/** The ways in which an address may be stored, lower-case: as the rule wants it, and as it was typed before the rule. */
export function storedForms(typed: string): string[] {
  const forms = [readEmailAddress(typed) ?? typed, typed].map((form) => form.toLowerCase());
  return [...new Set(forms)];
}

/** As browsers check type=email: the characters of an atom and dots (RFC 5322, 3.2.3). */
const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i;
const LOCAL_PART_LENGTH = 64;
const ADDRESS_LENGTH = 254;

/** The middle dots stand in names of Catalan and Japanese; the URL parser says where they may. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\-·・\u200C\u200D]+$/u;
const ASCII_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{0,62}[a-z0-9]$/;

/** A domain as IDNA writes it, by the URL parser that browsers and Node share; null for what is none, such as 127.1. */
function toAsciiDomain(written: string): string | null {
  if (!WRITTEN_DOMAIN.test(written) || hasHiddenCharacter(written) || !URL.canParse(`http://${written}/`))
    return null;
  const { hostname } = new URL(`http://${written}/`);
  return ASCII_DOMAIN.test(hostname) ? hostname : null;
}
