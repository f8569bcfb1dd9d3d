import { beginning } from "#contract/beginning.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { countSamples, getFirstSteps } from "./read.ts";
import { dismissFirstSteps, previewRemoval, removeSamples } from "./write.ts";

export function beginningRoutes(floor: Floor): void {
  serve(floor, beginning.steps, (ctx) => getFirstSteps(ctx));
  serve(floor, beginning.dismiss, (ctx, { body }) => dismissFirstSteps(ctx, body.is_dismissed));
  serve(floor, beginning.samples, (ctx) => countSamples(ctx.db));
  serve(floor, beginning.preview, (ctx) => previewRemoval(ctx));
  serve(floor, beginning.remove, (ctx) => removeSamples(ctx));
}
