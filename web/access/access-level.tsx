import { Check, Minus } from "lucide-react";
import type { Level } from "#contract/access-matrix/access-matrix.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ACCESS_MESSAGES as MESSAGES } from "./messages.ts";

/** The reach of a right: an icon for everything and for nothing, a word for the levels between. */
export function AccessLevel({ level }: { level: Level }) {
  if (level === "own" || level === "own company") return <Badge>{MESSAGES.levels[level]}</Badge>;
  const Mark = level === "yes" ? Check : Minus;
  return (
    <span className={level === "yes" ? "allowed" : "denied"}>
      <Mark className="icon" />
      <span className="visually-hidden">{MESSAGES.levels[level]}</span>
    </span>
  );
}
