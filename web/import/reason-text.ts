import type { Import, Report } from "./data.ts";

type Reason = Pick<Report["reasons"][number], "reason" | "code" | "params">;
type Problem = NonNullable<Import["problem"]>;

/** Why rows were rejected, as the server says it in English. */
export function reasonText({ reason }: Reason): string {
  return reason;
}

/** Why the whole import could not be, as the server says it in English. */
export function problemText({ reason }: Problem): string {
  return reason;
}
