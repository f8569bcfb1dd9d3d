import { onboarding } from "#contract/onboarding.ts";
import { serve, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { countSamples, getFirstSteps } from "./read.ts";
import { dismissFirstSteps, previewRemoval, removeSamples } from "./write.ts";

export function onboardingRoutes(router: RouteContext): void {
  serve(router, onboarding.steps, (ctx) => getFirstSteps(ctx));
  serve(router, onboarding.dismiss, (ctx, { body }) => dismissFirstSteps(ctx, body.is_dismissed));
  serve(router, onboarding.samples, (ctx) => countSamples(ctx.db));
  serve(router, onboarding.preview, (ctx) => previewRemoval(ctx));
  serve(router, onboarding.remove, (ctx) => removeSamples(ctx));
}
