import { checklists } from "#contract/checklists.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { listChecklist } from "./read.ts";
import { undoDelete } from "./undo.ts";
import { addItem, changeItem, deleteItem } from "./write.ts";

export function checklistRoutes(router: RouteContext): void {
  serve(router, checklists.list, (ctx, { params }) => listChecklist(ctx, params.ticket_id));
  serve(router, checklists.add, (ctx, { params, body }) => addItem(ctx, params.ticket_id, body));
  serve(router, checklists.change, (ctx, { params, body }) => changeItem(ctx, params, body));
  serve(router, checklists.delete, (ctx, { params }) => deleteItem(ctx, params));
  serve(router, checklists.undo, (ctx, { params }) => undoDelete(ctx, params.group_id));
}
