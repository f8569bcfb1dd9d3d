import { incidents } from "#contract/incidents.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { answerAll } from "./answer-all.ts";
import { closeTogether } from "./close-together.ts";
import { createIncident } from "./create.ts";
import { previewAnswer } from "./preview.ts";
import { addReporters, listReporters } from "./reporters.ts";

export function incidentRoutes(router: RouteContext): void {
  serve(router, incidents.list, (ctx, { params }) => listReporters(ctx, params.ticket_id));
  serve(router, incidents.add, (ctx, { params, body }) =>
    addReporters(ctx, params.ticket_id, body.ticket_ids),
  );
  serve(router, incidents.create, (ctx, { body }) => createIncident(ctx, body));
  serve(router, incidents.preview, (ctx, { params, body }) => previewAnswer(ctx, params.ticket_id, body));
  serve(router, incidents.answerAll, (ctx, { params, body }) => answerAll(ctx, params.ticket_id, body));
  serve(router, incidents.close, (ctx, { params, body }) => closeTogether(ctx, params.ticket_id, body));
}
