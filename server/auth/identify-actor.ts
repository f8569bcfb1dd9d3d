import type { Endpoint } from "#contract/endpoint.ts";
import type { Spending } from "#server/allowances/definitions.ts";
import { openRefusedCallers } from "#server/allowances/refused-callers.ts";
import { refuseExceeded } from "#server/allowances/spend.ts";
import type { App, SignedIn } from "#server/lib/request-context.ts";
import { findActor, findSpendingActor } from "./session.ts";

type Arrival = { authorization: string | undefined; endpoint: Endpoint | undefined };

/** Finds out who asks, and counts what they write. Both refuse 429 what is more than is allowed. */
export function openIdentification(app: App) {
  const refused = openRefusedCallers();
  return {
    /** Refuses whoever was just refused, without asking the database. */
    async refuseAgain({ authorization, endpoint }: Arrival): Promise<void> {
      if (authorization && findSpendings(endpoint).length > 0)
        await refused.refuse(authorization, app.clock.now());
    },
    async identify({ authorization, endpoint }: Arrival): Promise<SignedIn | null> {
      const spendings = findSpendings(endpoint);
      if (!authorization || spendings.length === 0) return findActor(app, authorization);
      const { actor, exceeded } = await findSpendingActor(app, authorization, spendings);
      if (!exceeded) return actor;
      if (exceeded.name === "writes") refused.remember(authorization, exceeded, app.clock.now());
      throw refuseExceeded(exceeded);
    },
  };
}

/** Lists what a request spends. Public endpoints have counts of their own, by network and address. */
function findSpendings(endpoint: Endpoint | undefined): Spending[] {
  if (!endpoint || endpoint.method === "GET" || endpoint.policy === "public") return [];
  return endpoint.spends ? [{ name: "writes" }, { name: endpoint.spends }] : [{ name: "writes" }];
}
