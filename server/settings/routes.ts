import { config as contract } from "#contract/config.ts";
import { settings } from "#contract/settings.ts";
import { serve, serveRaw, type Floor } from "../lib/serve.ts";
import { VERSION } from "../version.ts";
import { getLogo, getNotifications, getPublicConfig, getSettings } from "./read.ts";
import { changeNotifications, changeSettings, removeLogo, setLogo } from "./write.ts";

export function settingsRoutes(floor: Floor): void {
  serve(floor, contract.get, async (ctx) => ({ ...(await getPublicConfig(ctx)), version: VERSION }));
  serve(floor, settings.get, (ctx) => getSettings(ctx));
  serve(floor, settings.change, (ctx, { body }) => changeSettings(ctx, body));
  serve(floor, settings.setLogo, (ctx, { body }) => setLogo(ctx, body.data_url));
  serve(floor, settings.removeLogo, (ctx) => removeLogo(ctx));
  serve(floor, settings.notifications, (ctx) => getNotifications(ctx));
  serve(floor, settings.changeNotifications, (ctx, { body }) => changeNotifications(ctx, body));
  serveRaw(floor, settings.logo, async (ctx, _input, { reply }) => {
    const logo = await getLogo(ctx.db);
    await reply
      .type(logo.type)
      // Its address changes with the picture.
      .header("cache-control", "public, max-age=86400")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(Buffer.from(logo.data, "base64"));
  });
}
