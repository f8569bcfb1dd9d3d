import type { RouteContext } from "#server/lib/http/serve.ts";
import { backUpNightly } from "./nightly.ts";

/** No addresses: a backup holds everything, so it is taken and restored from the shell alone. */
export function backupRoutes({ app, jobs }: RouteContext): void {
  jobs.push({
    name: "backup.nightly",
    every: "10 2 * * *",
    run: async () => void (await backUpNightly(app)),
  });
}
