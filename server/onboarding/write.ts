import type { Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { saveSetting } from "#server/settings/write.ts";
import { countSamples, getFirstSteps } from "./read.ts";

/** Dismisses the first steps for all administrators, on every machine. */
export async function dismissFirstSteps(ctx: Ctx, isDismissed: boolean) {
  await saveSetting(ctx, "first_steps_dismissed", isDismissed);
  return getFirstSteps(ctx);
}

/** Refuses 409 where there is nothing to remove. */
export async function removeSamples(ctx: Ctx) {
  await refuseWithoutSamples(ctx.db);
  // Most desks never need it.
  const { removeDemo } = await import("#server/demo/remove/remove-samples.ts");
  return removeDemo(ctx, ctx.actor.id);
}

/** Previews the removal: it is done, and rolled back. */
export async function previewRemoval(ctx: Ctx) {
  const rehearsal = await ctx.app.db.startTransaction().execute();
  try {
    return await removeSamples({ ...ctx, db: rehearsal });
  } finally {
    await rehearsal.rollback().execute();
  }
}

async function refuseWithoutSamples(db: Db): Promise<void> {
  const left = await countSamples(db);
  if (Object.values(left).every((n) => n === 0)) throw refuse(409, "settings.no_samples");
}
