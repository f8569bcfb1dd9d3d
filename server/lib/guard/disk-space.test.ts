import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { newFolder } from "../../../test/support/temporary-folder.ts";
import { makeWorld, PASSWORD } from "../../../test/support/app/app-with-people.ts";

const isRoot = process.getuid?.() === 0;

it.skipIf(!isRoot)(
  "a nearly full disk refuses writes in words; reading and signing in go on",
  async (context) => {
    const disk = newFolder();
    // Less than what has to stay free, from the beginning.
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=100m,mode=711", "tmpfs", disk]);
    if (mounted.status !== 0) context.skip("this machine mounts nothing");
    try {
      const world = await makeWorld({ DATA_DIR: disk });
      const refused = await world.as("idris").post("/tickets", { subject: "Printer", issue: "It stopped." });
      expect(refused.status).toBe(507);
      expect(refused.body.detail).toBe(
        "The disk is nearly full, so nothing can be saved. Reading still works.",
      );
      expect(refused.body.code).toBe("server.disk_nearly_full");
      expect((await world.as("idris").get("/tickets")).status).toBe(200);
      const signIn = { email: world.people.idris.email, password: PASSWORD };
      expect((await world.as().post("/auth/login", signIn)).status).toBe(200);
      await world.end();
    } finally {
      spawnSync("umount", ["-l", disk]);
    }
  },
);
