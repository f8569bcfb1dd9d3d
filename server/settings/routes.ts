import { config as contract } from "#contract/config.ts";
import { settings } from "#contract/settings.ts";
import { serve, serveRaw, type RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { VERSION } from "#server/version.ts";
import { getLogo, getNotifications, getPublicConfig, getSettings } from "./read.ts";
import { changeNotifications, changeSettings, removeLogo, setLogo } from "./write.ts";

export function settingsRoutes(router: RouteContext): void {
  serve(router, contract.get, async (ctx) => ({ ...(await getPublicConfig(ctx)), version: VERSION }));
  serve(router, settings.get, (ctx) => getSettings(ctx));
  serve(router, settings.change, (ctx, { body }) => changeSettings(ctx, body));
  serve(router, settings.setLogo, (ctx, { body }) => setLogo(ctx, body.data_url));
  serve(router, settings.removeLogo, (ctx) => removeLogo(ctx));
  serve(router, settings.notifications, (ctx) => getNotifications(ctx));
  serve(router, settings.changeNotifications, (ctx, { body }) => changeNotifications(ctx, body));
  serveRaw(router, settings.logo, async (ctx, _input, { reply }) => {
    const logo = await getLogo(ctx.db);
    await reply
      .type(logo.type)
      // The address changes with the picture.
      .header("cache-control", "public, max-age=86400")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(Buffer.from(logo.data, "base64"));
  });
}
