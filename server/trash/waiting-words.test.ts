import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pruneFiles } from "#server/uploads/prune.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { tablesHolding } from "../../test/support/database/tables-holding.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";
import { emptyTrash } from "./empty-trash.ts";

const DAY = 24 * 3_600_000;
const WORD = "Quokkawaits";
let world: World;
let folder: string;
let id: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-waiting-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  id = (await world.as("tomas").post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
});

const wait = async (name: "idris" | "rafael") => {
  const file = await uploadFile(world, {
    who: name,
    path: "/uploads",
    bytes: Buffer.from("words"),
    name: `${WORD}.txt`,
  });
  const send_at = new Date(world.clock.now().getTime() + 60 * DAY).toISOString();
  const later = await world
    .as(name)
    .post(`/tickets/${id}/scheduled`, { comment: WORD, send_at, attachment_ids: [file.body.id] });
  expect(later.status).toBe(201);
  expect((await world.as(name).put(`/tickets/${id}/draft`, { text: WORD })).status).toBe(200);
};

it("an erased ticket keeps neither drafts nor answers that wait, nor their files", async () => {
  await wait("idris");
  expect(await tablesHolding(world.pool, WORD)).toEqual(
    expect.arrayContaining(["attachments", "drafts", "scheduled_comments"]),
  );
  await world.as("maren").delete(`/tickets/${id}`);
  world.pass(31 * DAY);
  await emptyTrash(world.app);
  await pruneFiles(world.app);
  const rest = await tablesHolding(world.pool, WORD);
  expect(rest.filter((table: string) => table !== "idempotency_keys")).toEqual([]);
});

it("an erased person leaves neither, and no name in the drafts of others", async () => {
  await wait("rafael");
  const mentions = [{ user_id: world.idOf("rafael"), name: "Rafael Monteiro", is_staff: true }];
  await world.as("idris").put(`/tickets/${id}/draft`, { text: "Hello", mentions });
  await world.as("maren").delete(`/users/${world.idOf("rafael")}`);
  expect((await world.as("maren").post(`/users/${world.idOf("rafael")}/erasure`)).status).toBe(200);
  const { draft } = (await world.as("idris").get(`/tickets/${id}/draft`)).body;
  expect(draft.mentions).toEqual([]);
  const rows = await world.db
    .selectFrom("drafts")
    .select("user_id")
    .where("user_id", "=", world.idOf("rafael"))
    .execute();
  const waiting = await world.db
    .selectFrom("scheduled_comments")
    .select("id")
    .where("author_id", "=", world.idOf("rafael"))
    .execute();
  expect([rows, waiting]).toEqual([[], []]);
});
