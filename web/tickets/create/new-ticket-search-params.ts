import { LIMITS } from "#contract/limits.ts";

/** The closed ticket that the new one follows up, and the subject to start with. */
export type NewSearch = { follow_up_of?: string; subject?: string };

/** Reads the address of the create page; a value that is no id is dropped, a subject cut to its limit. */
export function readNewSearch(raw: Record<string, unknown>): NewSearch {
  const { follow_up_of: id, subject } = raw;
  const words = typeof subject === "string" ? subject.trim().slice(0, LIMITS.subject) : "";
  return {
    ...(typeof id === "string" &&
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) && { follow_up_of: id }),
    ...(words && { subject: words }),
  };
}
