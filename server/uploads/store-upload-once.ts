import type { Attachment } from "#contract/uploads.ts";
import type { z } from "zod";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { asExternalUser, isExternalUser } from "#server/lib/db/row-level-security.ts";
import { refuseIfGuestRightsLost, refuseIfRightsLost } from "#server/lib/guard/reauthorize.ts";
import { readIdempotencyKey, runOnce } from "#server/lib/http/idempotency.ts";
import type { RequestReply } from "#server/lib/http/serve-endpoint.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { ReceivedFile } from "./write.ts";

type File = z.output<typeof Attachment>;

/**
 * Runs the transaction of an upload. It begins when the bytes are here: a slow sender must not hold a connection.
 * A repetition under one Idempotency-Key gets the first file, as any POST does.
 */
export async function storeOnce(
  ctx: Ctx,
  request: RequestReply["request"],
  arrival: ReceivedFile,
  keep: (ctx: Ctx) => Promise<File>,
): Promise<unknown> {
  const what = { url: request.url, name: arrival.name, hash: arrival.received.hash.toString("hex") };
  const isGuest = isExternalUser(ctx.app, ctx.actor);
  const store = async (db: Db) => {
    const inside = { ...ctx, db };
    // Somebody who may not see the ticket any more was refused before the bytes were read.
    const repeatable = {
      key: readIdempotencyKey(request),
      request: what,
      refuseUnseen: async () => {},
    };
    const answer = await runOnce(inside, repeatable, async () => ({
      status: 201,
      body: await keep(inside),
    }));
    // The bytes may have come for minutes since the sender was asked who they are.
    await (isGuest ? refuseIfGuestRightsLost : refuseIfRightsLost)(db, ctx.actor);
    return answer;
  };
  const run = () =>
    isGuest ? asExternalUser(ctx.app, ctx.actor, store, runTransaction) : runTransaction(ctx.app.db, store);
  const answer = await ctx.app.connectionLimiter.take(ctx.actor.id, run);
  return answer.body;
}
