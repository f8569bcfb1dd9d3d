import { Tag } from "#web/ui/tag.tsx";
import { ROLES_MESSAGES } from "./messages.ts";

/** Internal or External, of a user or a role. */
export function TypeTag({ type }: { type: "internal" | "external" }) {
  return type === "internal" ? (
    <Tag tone="accent">{ROLES_MESSAGES.internal}</Tag>
  ) : (
    <Tag tone="info">{ROLES_MESSAGES.external}</Tag>
  );
}
