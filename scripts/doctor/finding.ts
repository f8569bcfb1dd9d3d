/** The finding about one part of the installation; `words` say what to do where something is to be done. */
export type Finding = { how: "fine" | "note" | "bad" | "more"; about: string; words: string };

export const fine = (about: string, words: string): Finding => ({ how: "fine", about, words });
/** The desk works, and somebody should look. */
export const note = (about: string, words: string): Finding => ({ how: "note", about, words });
/** A line that belongs to the one above it, and is not counted. */
export const more = (about: string, words: string): Finding => ({ how: "more", about, words });
/** The desk does not work, or not for long. */
export const bad = (about: string, words: string): Finding => ({ how: "bad", about, words });
