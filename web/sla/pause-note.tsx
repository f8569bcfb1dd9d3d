import { useQuery } from "@tanstack/react-query";
import { categoryOf } from "#contract/statuses.ts";
import { receiptQuery } from "./data.ts";
import { DUE_MESSAGES as MESSAGES } from "./due-messages.ts";

type Props = { ticketId: string; status: string };

/** Beside a status in its menu: that it stops the resolution clock, where what is agreed says so. */
export function PauseNote({ ticketId, status }: Props) {
  const { data } = useQuery(receiptQuery(ticketId, false));
  const policy = data?.judged_by?.policy;
  const category = categoryOf(status);
  const isPausing =
    (category === "waiting_for_client" && policy?.pauses_for_client) ||
    (category === "waiting_for_third_party" && policy?.pauses_for_third_party);
  return isPausing ? <>{MESSAGES.pauses}</> : null;
}
