import type { Floor } from "../lib/serve.ts";
import { emptyTrash } from "./empty.ts";

/** No addresses: tickets go into the trash and come back from it in the room `tickets`; here the trash is emptied. */
export function trashRoutes({ house, jobs }: Floor): void {
  jobs.push({ name: "trash.empty", every: "50 2 * * *", run: async () => void (await emptyTrash(house)) });
}
