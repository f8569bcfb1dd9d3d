import { live } from "#contract/live.ts";
import { serve, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { openHub } from "./hub.ts";
import { publishPresence } from "./presence.ts";

export function liveRoutes(router: RouteContext): void {
  const desk = openHub(router.app);
  serveRaw(router, live.events, async (ctx, { query }, { request, reply }) => {
    const last = Number(request.headers["last-event-id"] ?? query.after ?? NaN);
    const after = Number.isSafeInteger(last) && last >= 0 ? last : undefined;
    const since = query.past_ms === undefined ? undefined : new Date(ctx.now.getTime() - query.past_ms);
    const stream = await desk.open(ctx.actor, request.headers.authorization ?? "", { after, since });
    request.raw.on("close", () => stream.out.destroy());
    await reply
      .headers({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        // Proxies that collect an answer before passing it on would collect for ever.
        "x-accel-buffering": "no",
      })
      .send(stream.out);
  });
  serve(router, live.presence, async (ctx, { params, body }) => {
    await desk.listen();
    await publishPresence(ctx, params.ticket_id, body.state);
    return desk.peopleAt(ctx.actor, params.ticket_id);
  });
  // Before the server waits for its connections: these would never end by themselves.
  router.fastify.addHook("preClose", () => desk.end());
}
