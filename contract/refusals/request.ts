/** Refusals of a request for its form, before any feature looks at it, or for its age. */
export const REQUEST_REFUSALS = {
  "request.unknown_address": "There is nothing at this address",
  "request.not_found": "Not found",
  "request.invalid": "The request is not valid",
  "request.invalid_body": "The request body is not valid",
  "request.invalid_json": "The request body is not valid JSON",
  "request.too_large": "The request is too large",
  "request.not_json": "Send JSON (Content-Type: application/json)",
  "request.malformed": ({ reason }: { reason: string }) => reason,
  "request.other_site": "This request came from another site",
  "request.changed_meanwhile": "Somebody else changed this in the meantime: reload and try again",
  "request.idempotency_key_invalid": "Idempotency-Key must be 1 to 200 visible characters",
  "request.idempotency_key_unfinished": "The first request with this Idempotency-Key has not finished",
  "request.idempotency_key_reused": "This Idempotency-Key was used for another request",
  "request.time_past": "Choose a time in the future",
} as const;
