import { Check, Minus } from "lucide-react";
import type { Level } from "#contract/operations.ts";
import { Tag } from "../ui/tag.tsx";
import { ACCESS_WORDS as WORDS } from "./access-words.ts";

/** How far a right reaches: a mark for all and for nothing, a word for what lies between. */
export function AccessLevel({ level }: { level: Level }) {
  if (level === "own" || level === "own company") return <Tag>{WORDS.levels[level]}</Tag>;
  const Mark = level === "yes" ? Check : Minus;
  return (
    <span className={level === "yes" ? "yes" : "no"}>
      <Mark className="i" />
      <span className="vh">{WORDS.levels[level]}</span>
    </span>
  );
}
