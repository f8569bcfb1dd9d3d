/** The basic shape of an address: text, at sign, text, dot, text (rule 313). Without zod, so that a form may use it alone. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u;
