/** Which closed ticket the new one goes on from, if any. */
export type NewSearch = { follow_up_of?: string };

/** Reads the address of the create page; a value that is no id is dropped. */
export function readNewSearch(raw: Record<string, unknown>): NewSearch {
  const { follow_up_of: id } = raw;
  return typeof id === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
    ? { follow_up_of: id }
    : {};
}
