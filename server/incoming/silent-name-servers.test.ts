import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { World } from "../../test/support/app/app-with-people.ts";
import { deliver, readIncoming } from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test", "waypost.test"], "reject");
});
afterAll(() => world.end());
beforeEach(() => {
  world.testDns.fail("ETIMEOUT");
  return () => world.testDns.fail(null);
});

it("a client's signed mail opens its ticket while name servers are silent, as one without proof", async () => {
  const mail = await deliver(world, { from: "tomas@kestrel.test", subject: "Silent", signed: true });
  expect(mail).toMatchObject({ state: "done", opened_ticket: true, proof: "none" });
  expect(mail.proof_detail).toContain("problem: a name server did not answer");
});

it("a colleague's waits for a person, and Try again asks the name servers once more", async () => {
  const mail = await deliver(world, { from: "idris@waypost.test", subject: "Silent too", signed: true });
  expect(mail).toMatchObject({ state: "held", reason: "staff_not_proven", proof: "none" });
  const again = async () => {
    expect((await world.as("maren").post(`/incoming/${mail.id}/retry`)).status).toBe(200);
    await world.drain();
    return readIncoming(world, mail.id);
  };
  expect(await again()).toMatchObject({ state: "held", reason: "staff_not_proven" });
  world.testDns.fail(null);
  expect(await again()).toMatchObject({ state: "done", opened_ticket: true, proof: "strong" });
});

it("a mail whose proof was found out is not asked about again, however name servers answer later", async () => {
  world.testDns.fail(null);
  const mail = await deliver(world, { from: "stranger@kestrel.test", subject: "A stranger", signed: true });
  expect(mail).toMatchObject({ state: "held", reason: "unknown_sender", proof: "strong" });
  world.testDns.fail("ETIMEOUT");
  await world.as("maren").post(`/incoming/${mail.id}/retry`);
  await world.drain();
  expect(await readIncoming(world, mail.id)).toMatchObject({ state: "held", proof: "strong" });
});
