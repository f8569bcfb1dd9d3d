import { assignmentEndpoints } from "./sla/assignments.ts";
import { changeEndpoints } from "./sla/changes.ts";
import { policyEndpoints } from "./sla/policies.ts";
import { receiptEndpoints } from "./sla/receipt.ts";
import { reportEndpoints } from "./sla/reports.ts";

/** Service levels: what is promised to whom, how the clock of each ticket runs, and how the promises were kept. */
export const sla = {
  ...policyEndpoints,
  ...assignmentEndpoints,
  ...changeEndpoints,
  ...receiptEndpoints,
  ...reportEndpoints,
} as const;
