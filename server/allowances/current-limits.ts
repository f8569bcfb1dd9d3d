import {
  ALLOWANCE_SETTING_NAMES,
  ALLOWANCE_SETTINGS,
  type AllowanceSetting,
  mapAllowanceSettings,
} from "#contract/allowances.ts";
import type { Logger } from "pino";
import { keepFresh } from "#server/lib/keep-fresh.ts";
import type { Db, Limits } from "#server/lib/request-context.ts";

/** Milliseconds after which the limits are read again: a change holds everywhere by then. */
const STALE = 5000;

type Values = Record<AllowanceSetting, number>;

/** Keeps the limits that are asked within requests, where reading them each time would cost a connection. */
export async function openLimits(db: Db, log: Logger): Promise<Limits> {
  const kept = await keepFresh(async () => readLimits(db), {
    staleMs: STALE,
    log,
    failure: "the limits cannot be read",
  });
  return { now: (name) => kept.now()[name], refresh: kept.refresh };
}

async function readLimits(db: Db): Promise<Values> {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", "in", ALLOWANCE_SETTING_NAMES)
    .where("company_id", "is", null)
    .execute();
  return resolveLimits(new Map(rows.map(({ key, value }) => [key, value])));
}

/** Every limit, by the name of its setting: what is stored, else the default. */
export function resolveLimits(stored: ReadonlyMap<string, unknown>): Values {
  return mapAllowanceSettings((name) => {
    const value = stored.get(name);
    return typeof value === "number" ? value : ALLOWANCE_SETTINGS[name].usual;
  });
}
