import { useState } from "react";

/**
 * Names submissions of a form for `idempotencyKey`: the same content keeps its name, so that sending it again after
 * a lost answer does nothing twice; changed content, or content after `forget()`, gets a new one.
 */
export function createSubmissionKeys() {
  let last: { content: string; key: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      if (last?.content !== content) last = { content, key: crypto.randomUUID() };
      return last.key;
    },
    /** After a success, the same content is a new submission. */
    forget() {
      last = null;
    },
  };
}

export function useSubmissionKeys() {
  return useState(createSubmissionKeys)[0];
}
