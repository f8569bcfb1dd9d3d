import type { WholeMail } from "../data.ts";

/** Whose words a mail holds: of one that a colleague sent on, and that waits for that, whoever wrote it. */
export function writerOf({ reason, forwarded_from: forwarded, from_name, from_address }: WholeMail) {
  if (reason === "forward_unknown") return forwarded ?? { name: "", address: "" };
  return { name: from_name ?? "", address: from_address ?? "" };
}
