import { beginning } from "#contract/onboarding.ts";
import { serve, type RouteContext } from "#server/lib/http/serve.ts";
import { countSamples, getFirstSteps } from "./read.ts";
import { dismissFirstSteps, previewRemoval, removeSamples } from "./write.ts";

export function onboardingRoutes(router: RouteContext): void {
  serve(router, beginning.steps, (ctx) => getFirstSteps(ctx));
  serve(router, beginning.dismiss, (ctx, { body }) => dismissFirstSteps(ctx, body.is_dismissed));
  serve(router, beginning.samples, (ctx) => countSamples(ctx.db));
  serve(router, beginning.preview, (ctx) => previewRemoval(ctx));
  serve(router, beginning.remove, (ctx) => removeSamples(ctx));
}
