import type { LiveMessages } from "#contract/live.ts";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";

type Told = Omit<LiveMessages["warning"], "tickets">;

/**
 * Tells the open windows of assignees of their own tickets, those of one reader as one where they are many. Nothing is lost
 * where it fails: their lists and mails say the same.
 */
export async function tellAssignees(app: App, told: ReadonlyMap<string, readonly Told[]>): Promise<void> {
  const whispers = [...told].flatMap(([person, warnings]) =>
    bundle(warnings).map((warning) => JSON.stringify({ person, warning })),
  );
  if (whispers.length === 0) return;
  await app.live.announce([], whispers).catch((error: unknown) => {
    app.log.warn({ err: error }, "warnings are not announced");
  });
}

function bundle(warnings: readonly Told[]): LiveMessages["warning"][] {
  const [first] = warnings;
  if (first === undefined || warnings.length <= LIMITS.slaWarningsApart)
    return warnings.map((warning) => ({ ...warning, tickets: 1 }));
  return [{ ...first, tickets: new Set(warnings.map(({ ticket_id }) => ticket_id)).size }];
}
