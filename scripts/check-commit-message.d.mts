/** The closed list of `.githooks/prefixes`. */
export function readPrefixes(): string[];

/** Each fault of a commit message as one sentence that says what to write instead. */
export function findFaults(message: string, prefixes: string[]): string[];
