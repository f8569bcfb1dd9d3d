import type { Reply } from "#web/replies/data.ts";
import { REPLIES_PAGE_MESSAGES as MESSAGES } from "./messages.ts";

/** For whom a saved reply is. */
export function audienceName({ audience, group_name: team }: Pick<Reply, "audience" | "group_name">): string {
  if (audience === "team") return MESSAGES.team(team ?? "");
  return audience === "me" ? MESSAGES.me : MESSAGES.everyone;
}
