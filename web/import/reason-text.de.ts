import { IMPORT_REASONS } from "#contract/refusals/import-reasons.de.ts";
import { fillIn } from "#contract/refusals/sentence.ts";
import type { reasonText as plainReasonText } from "./reason-text.ts";

/** The sentence of the reason; what a newer server says stays as it says it. */
export const reasonText: typeof plainReasonText = ({ reason, code, params }) =>
  isKnown(code) ? fillIn(IMPORT_REASONS[code], params) : reason;

function isKnown(code: string): code is keyof typeof IMPORT_REASONS {
  return Object.hasOwn(IMPORT_REASONS, code);
}
