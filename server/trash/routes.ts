import type { RouteContext } from "#server/lib/http/serve.ts";
import { emptyTrash } from "./empty-trash.ts";

/** No addresses: tickets go into the trash and come back from it in the room `tickets`; here the trash is emptied. */
export function trashRoutes({ app, jobs }: RouteContext): void {
  jobs.push({ name: "trash.empty", every: "50 2 * * *", run: async () => void (await emptyTrash(app)) });
}
