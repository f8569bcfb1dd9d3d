import type { Insertable } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { App } from "#server/lib/request-context.ts";

type State = NonNullable<Insertable<Tables["mailboxes"]>["state"]>;

/** Writes how a mailbox is doing, as its reader finds it; since when it has been so moves only with the state itself. */
export async function reportMailboxState(
  app: Pick<App, "db" | "clock">,
  mailboxId: string,
  { state, error }: { state: State; error: string | null },
): Promise<void> {
  await app.db
    .updateTable("mailboxes")
    .set((eb) => ({
      state,
      last_error: error,
      state_since: eb
        .case()
        .when("state", "=", state)
        .then(eb.ref("state_since"))
        .else(app.clock.now())
        .end(),
    }))
    .where("id", "=", mailboxId)
    .where((eb) => eb.or([eb("state", "<>", state), eb("last_error", "is distinct from", error)]))
    .execute();
}
