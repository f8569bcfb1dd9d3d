import { DEFAULT_STATUS } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readSetting } from "#server/settings/read.ts";
import type { TicketRecord } from "../read.ts";
import type { Fields } from "./save-ticket.ts";

/** Whether the organization wants open tickets in progress as soon as staff take or answer them (rule 70). */
export async function isAutoInProgressOn({ db }: Pick<Ctx, "db">): Promise<boolean> {
  return (await readSetting(db, "in_progress_when_taken")) === true;
}

/** Whether an open ticket gets its first assignee, and the change itself names no other status. */
export function isFirstAssignment(ticket: TicketRecord, fields: Fields): boolean {
  const isFirst = ticket.assignee_id === null && Boolean(fields.assignee_id);
  return isFirst && ticket.status === DEFAULT_STATUS && fields.status === undefined;
}
