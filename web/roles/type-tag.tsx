import { Tag } from "../ui/tag.tsx";
import { ROLES_WORDS } from "./words.ts";

/** Internal or External, of a user or a role. */
export function TypeTag({ type }: { type: "internal" | "external" }) {
  return type === "internal" ? (
    <Tag tone="accent">{ROLES_WORDS.internal}</Tag>
  ) : (
    <Tag tone="info">{ROLES_WORDS.external}</Tag>
  );
}
