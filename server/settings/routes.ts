import { config as contract } from "#contract/config.ts";
import { LIMITS } from "#contract/limits.ts";
import { serve, type Floor } from "../lib/serve.ts";
import { readSetting, readText, ticketPrefix } from "./read.ts";
import { VERSION } from "../version.ts";

export function settingsRoutes(floor: Floor): void {
  const { config } = floor.house;
  serve(floor, contract.get, async ({ db }) => {
    const internal = await db
      .selectFrom("companies")
      .select(["id", "name"])
      .where("is_internal", "=", true)
      .executeTakeFirstOrThrow();
    const name = await readText(db, "brand_name", config.brandName);
    const minimum = await readSetting(db, "password_minimum");
    const administrator = await db
      .selectFrom("user_roles as ur")
      .innerJoin("roles as r", "r.id", "ur.role_id")
      .innerJoin("users as u", "u.id", "ur.user_id")
      .select("u.id")
      .where("r.key", "=", "administrator")
      .where("u.deleted_at", "is", null)
      .limit(1)
      .executeTakeFirst();
    return {
      name,
      short_name: await readText(db, "brand_short_name", name),
      logo_url: config.brandLogo,
      default_theme: "dark" as const,
      mail_configured: config.smtpUrl !== null,
      demo: config.demo,
      setup_needed: administrator === undefined,
      internal_company: internal,
      ticket_prefix: await ticketPrefix(db),
      password_minimum: typeof minimum === "number" ? minimum : LIMITS.passwordMinimum,
      version: VERSION,
    };
  });
}
