/** The spec's basic address shape: text, at sign, text, dot, text (SPEC 5). Without zod, so that a form may use it alone. */
export const EMAIL_SHAPE = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u;
