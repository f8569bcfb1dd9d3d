import { Badge } from "#web/ui/badge.tsx";
import { ROLES_MESSAGES } from "./messages.ts";

/** Internal or External, of a user or a role. */
export function UserTypeBadge({ type }: { type: "internal" | "external" }) {
  return type === "internal" ? (
    <Badge tone="accent">{ROLES_MESSAGES.internal}</Badge>
  ) : (
    <Badge tone="info">{ROLES_MESSAGES.external}</Badge>
  );
}
