import { live } from "#contract/live.ts";
import { serve, serveRaw, type Floor } from "../lib/serve.ts";
import { openDesk } from "./desk.ts";
import { sayPresence } from "./presence.ts";

export function liveRoutes(floor: Floor): void {
  const desk = openDesk(floor.house);
  serveRaw(floor, live.events, async (ctx, { query }, { request, reply }) => {
    const last = Number(request.headers["last-event-id"] ?? query.after ?? NaN);
    const after = Number.isSafeInteger(last) && last >= 0 ? last : undefined;
    const stream = await desk.open(ctx.actor, request.headers.authorization ?? "", after);
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
  serve(floor, live.presence, async (ctx, { params, body }) => {
    await desk.listen();
    await sayPresence(ctx, params.ticket_id, body.state);
    return desk.peopleAt(ctx.actor, params.ticket_id);
  });
  // Before the server waits for its connections: these would never end by themselves.
  floor.app.addHook("preClose", () => desk.end());
}
