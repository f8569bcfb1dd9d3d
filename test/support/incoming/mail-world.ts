import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorld } from "../app/app-with-people.ts";
import { makeMailbox, publishKey } from "./incoming-mail.ts";

/**
 * A world that mail comes into: one mailbox, files in a folder that goes with it, and the domains whose mails can be
 * signed, with a policy (DMARC) if others in their name shall fail.
 */
export async function makeMailWorld(domains: readonly string[], policy?: "none" | "reject") {
  const folder = await mkdtemp(join(tmpdir(), "waypost-mail-"));
  const world = await makeWorld({ DATA_DIR: folder, MAIL_FROM: "help@waypost.test" });
  const mailboxId = await makeMailbox(world);
  for (const domain of domains) publishKey(world, domain, policy);
  return {
    ...world,
    mailboxId,
    end: async () => {
      await world.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
