import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";

/** The target whose receipt stands beside a ticket. In the address, so that Back closes it and a link opens it. */
export type ReceiptSearch = { receipt?: SlaTarget };

/** Reads hand-written search parameters: what is no target is ignored. */
export function readReceiptSearch({ receipt }: Record<string, unknown>): ReceiptSearch {
  const target = SLA_TARGETS.find((each) => each === receipt);
  return target ? { receipt: target } : {};
}
