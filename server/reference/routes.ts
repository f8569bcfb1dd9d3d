import { reference } from "#contract/reference.ts";
import { serveRaw, type Floor } from "../lib/serve.ts";
import { sendKnown } from "../lib/known.ts";
import { readText } from "../settings/read.ts";
import { openApi } from "./openapi.ts";
import { referencePage } from "./page.ts";

export function referenceRoutes(floor: Floor): void {
  const { config } = floor.house;
  let description: string | undefined;
  serveRaw(floor, reference.openapi, async (_ctx, _input, wire) => {
    description ??= JSON.stringify(openApi(config.publicUrl));
    wire.reply.type("application/json");
    await sendKnown(wire, description);
  });
  serveRaw(floor, reference.docs, async (ctx, _input, wire) => {
    const name = await readText(ctx.db, "brand_name", config.brandName);
    wire.reply.type("text/html; charset=utf-8");
    await sendKnown(wire, referencePage(config.publicUrl, name));
  });
}
