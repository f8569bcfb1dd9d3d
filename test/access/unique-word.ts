import { randomUUID } from "node:crypto";

/** A word that nothing else has. */
export const fresh = () => randomUUID().slice(0, 13);
