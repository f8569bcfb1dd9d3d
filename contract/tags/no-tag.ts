/** Asks, in the filter of lists, for the tickets without a tag: no tag is called so. */
export const NO_TAG = "none";
