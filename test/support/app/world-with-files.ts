import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorld, type World } from "./app-with-people.ts";

/** A world whose files lie in a folder that goes with it. */
export async function makeWorldWithFiles(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-files-"));
  const world = await makeWorld({ DATA_DIR: folder });
  return {
    ...world,
    end: async () => {
      await world.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
