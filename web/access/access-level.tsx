import { Check, Minus } from "lucide-react";
import type { Level } from "#contract/operations.ts";
import { Tag } from "#web/ui/tag.tsx";
import { ACCESS_MESSAGES as MESSAGES } from "./messages.ts";

/** How far a right reaches: a mark for all and for nothing, a word for what lies between. */
export function AccessLevel({ level }: { level: Level }) {
  if (level === "own" || level === "own company") return <Tag>{MESSAGES.levels[level]}</Tag>;
  const Mark = level === "yes" ? Check : Minus;
  return (
    <span className={level === "yes" ? "yes" : "no"}>
      <Mark className="i" />
      <span className="vh">{MESSAGES.levels[level]}</span>
    </span>
  );
}
