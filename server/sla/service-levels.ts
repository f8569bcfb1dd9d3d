import type { Logger } from "pino";
import { maySeeReceipt } from "#contract/access/sla.ts";
import type { App, Ctx, Db, ServiceLevels } from "#server/lib/request-context.ts";
import { isShownTo } from "./shown.ts";
import { type KnownVersions, openKnownVersions } from "./known.ts";
import { describeTicket } from "./receipt/describe-ticket.ts";

const versionsOf = new WeakMap<ServiceLevels, KnownVersions>();

/** Opens what other features ask of service levels, and what this one knows of their versions. */
export async function openServiceLevels(db: Db, log: Logger): Promise<ServiceLevels> {
  const versions = await openKnownVersions(db, log);
  const levels: ServiceLevels = {
    isOn: () => versions.isOn(),
    refresh: async () => versions.refresh(),
    async isShown(ctx) {
      return versions.isOn() && maySeeReceipt(ctx.actor, { shown_to_clients: await isShownTo(ctx) });
    },
    async describe(ctx: Ctx, ticket) {
      if (!versions.isOn()) return undefined;
      const shown_to_clients = await isShownTo(ctx, ticket.company_id);
      if (!maySeeReceipt(ctx.actor, { shown_to_clients })) return undefined;
      return describeTicket(ctx, versions, ticket.id);
    },
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
