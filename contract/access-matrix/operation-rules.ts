import { ANSWER_RULES } from "./rules/answers.ts";
import { PEOPLE_RULES } from "./rules/people.ts";
import type { OperationRules } from "./rules/rule.ts";
import { TICKET_RULES } from "./rules/tickets.ts";

/**
 * The rules of operations beyond their policy, composed from the `may...` functions of `contract/access`. An operation
 * without an entry is decided by its policy alone.
 */
export const OPERATION_RULES: OperationRules = { ...TICKET_RULES, ...ANSWER_RULES, ...PEOPLE_RULES };
