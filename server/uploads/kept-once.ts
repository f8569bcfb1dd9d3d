import type { Attachment } from "#contract/uploads.ts";
import type { z } from "zod";
import type { Ctx } from "../lib/context.ts";
import { asGuest, isGuest } from "../lib/guest.ts";
import { once } from "../lib/idempotency.ts";
import type { Wire } from "../lib/serve.ts";
import { retryingTransaction } from "../lib/transaction.ts";
import type { Arrival } from "./write.ts";

type File = z.output<typeof Attachment>;

/**
 * The transaction of an upload. It begins when the bytes are here: a slow sender must not hold a connection.
 * A repetition under one Idempotency-Key gets the first file, as any POST does.
 */
export async function keptOnce(
  ctx: Ctx,
  request: Wire["request"],
  arrival: Arrival,
  keep: (ctx: Ctx) => Promise<File>,
): Promise<unknown> {
  const key = request.headers["idempotency-key"];
  const what = { url: request.url, name: arrival.name, hash: arrival.received.hash.toString("hex") };
  const answer = await retryingTransaction(ctx.house.db, async (db) => {
    if (isGuest(ctx.house, ctx.actor)) await asGuest(db, ctx.actor);
    const inside = { ...ctx, db };
    return once(inside, Array.isArray(key) ? key[0] : key, what, async () => ({
      status: 201,
      body: await keep(inside),
    }));
  });
  return answer.body;
}
