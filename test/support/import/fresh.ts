let count = 0;

/** Text of rows that no other test has: content is what makes a row known. */
export const fresh = (text: string) => `${text} (${(count += 1)})`;

/** A word that no other test has, for searches and addresses. */
export const freshWord = (word: string) => `${word}${(count += 1)}`;
