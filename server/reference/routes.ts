import { reference } from "#contract/reference.ts";
import { serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { sendWithEtag } from "#server/lib/http/etag.ts";
import { readTextSetting } from "#server/settings/read.ts";
import { buildOpenApi } from "./openapi.ts";
import { renderReference } from "./api-docs-page.ts";

export function referenceRoutes(router: RouteContext): void {
  const { config } = router.app;
  let description: string | undefined;
  serveRaw(router, reference.openapi, async (_ctx, _input, exchange) => {
    description ??= JSON.stringify(buildOpenApi(config.publicUrl));
    exchange.reply.type("application/json");
    await sendWithEtag(exchange, description);
  });
  serveRaw(router, reference.docs, async (ctx, _input, exchange) => {
    const name = await readTextSetting(ctx.db, "brand_name", config.brandName);
    exchange.reply.type("text/html; charset=utf-8");
    await sendWithEtag(exchange, renderReference(config.publicUrl, name));
  });
}
