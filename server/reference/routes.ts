import { reference } from "#contract/reference.ts";
import { serveRaw, type Floor } from "../lib/serve.ts";
import { readText } from "../settings/read.ts";
import { openApi } from "./openapi.ts";
import { referencePage } from "./page.ts";

export function referenceRoutes(floor: Floor): void {
  const { config } = floor.house;
  serveRaw(floor, reference.openapi, async (_ctx, _input, { reply }) => {
    await reply.type("application/json").send(JSON.stringify(openApi(config.publicUrl)));
  });
  serveRaw(floor, reference.docs, async (ctx, _input, { reply }) => {
    const name = await readText(ctx.db, "brand_name", config.brandName);
    await reply.type("text/html; charset=utf-8").send(referencePage(config.publicUrl, name));
  });
}
