import type { ClientBase, Pool } from "pg";
import { ALLOWANCE_SETTING_NAMES, ALLOWANCE_SETTINGS, type AllowanceSetting } from "#contract/allowances.ts";

type Limits = Partial<Record<AllowanceSetting, number>>;
type Database = Pick<ClientBase, "query"> | Pick<Pool, "query">;

/** What a crowd of few people, or a clock that stands, would meet at once. */
const ROOMY: Limits = Object.fromEntries(
  ALLOWANCE_SETTING_NAMES.filter((name) => !/streams|attachments/.test(name)).map((name) => [
    name,
    ALLOWANCE_SETTINGS[name].most,
  ]),
);

/** Lets people do as much as administrators can allow at most, and `more`; the settings' version stays as it is. */
export async function raiseLimits(database: Database, more: Limits = {}): Promise<void> {
  await setLimits(database, { ...ROOMY, ...more });
}

/** Sets limits as administrators do; those that are not named go back to their defaults. */
export async function setLimits(database: Database, limits: Limits): Promise<void> {
  await database.query("delete from settings where key = any($1) and company_id is null", [
    ALLOWANCE_SETTING_NAMES,
  ]);
  await database.query(
    "insert into settings (key, value, version) select key, value, 0 from jsonb_each($1) on conflict do nothing",
    [JSON.stringify(limits)],
  );
}
