import type { Pool } from "pg";
import type { Logger } from "pino";
import { maySeeReceipt } from "#contract/access/sla.ts";
import { makePool } from "#server/db/open-database.ts";
import type { App, Db, ServiceLevels } from "#server/lib/request-context.ts";
import { isFacts } from "./events.ts";
import { factsShownTo, isShownTo } from "./shown.ts";
import { type KnownVersions, openKnownVersions } from "./known.ts";
import { describeTicket } from "./receipt/describe-ticket.ts";

const versionsOf = new WeakMap<ServiceLevels, KnownVersions>();

type Parts = { db: Db; pool: Pool; config: { preparedStatements: boolean } };

/** Opens what other features ask of service levels, and what this one knows of their versions. */
export async function openServiceLevels({ db, pool, config }: Parts, log: Logger): Promise<ServiceLevels> {
  // One connection, only while versions are read: whoever has it waits for nobody.
  const apart = makePool({ ...pool.options, max: 1 }, { isPreparing: config.preparedStatements });
  const versions = await openKnownVersions(db, log, apart.db);
  const levels: ServiceLevels = {
    isOn: () => versions.isOn(),
    refresh: async () => versions.refresh(),
    async isShown(ctx) {
      return versions.isOn() && maySeeReceipt(ctx.actor, { shown_to_clients: await isShownTo(ctx) });
    },
    factsOf: ({ actor }, table) => factsShownTo(actor, table),
    async describe({ now }, facts) {
      if (facts === null) return undefined;
      if (!isFacts(facts)) throw new Error("these facts are from elsewhere than `factsOf`");
      return describeTicket(versions, facts, now);
    },
    close: async () => apart.pool.end(),
  };
  versionsOf.set(levels, versions);
  return levels;
}

/** What the process knows of versions and choices. */
export function knownVersions({ serviceLevels }: Pick<App, "serviceLevels">): KnownVersions {
  const versions = versionsOf.get(serviceLevels);
  if (!versions) throw new Error("these service levels were opened elsewhere");
  return versions;
}
