import type { Report } from "./data.ts";

/** Why rows were rejected, as the server says it in English. */
export function reasonText({
  reason,
}: Pick<Report["reasons"][number], "reason" | "code" | "params">): string {
  return reason;
}
