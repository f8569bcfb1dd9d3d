import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watchStatements } from "../../test/support/database/watch-statements.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let ticket: string;
beforeAll(async () => {
  world = await makeWorld();
  const { body } = await world.as("tomas").post("/tickets", { subject: "Forklift", issue: "It stopped." });
  ticket = body.ticket.id;
  await world.as("idris").post(`/tickets/${ticket}/comments`, { comment: "On my way." });
  await world.as("tomas").post(`/tickets/${ticket}/comments`, { comment: "Thank you." });
});
afterAll(() => world.end());

/** Whether the comment of Tomás is marked, under a name of his choice, for the given reader. */
async function isMarked(fullname: string, reader: "idris" | "tomas" = "idris"): Promise<boolean> {
  await world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { fullname });
  const { body } = await world.as(reader).get(`/tickets/${ticket}/comments`);
  return body.comments[1].author_resembles_staff;
}

describe("an author from outside (rule 276)", () => {
  it.each([
    "Idris Okafor",
    "IDRIS OKAFOR",
    "Idrís  Ökafor",
    "Idris-Okafor.",
    "Ｉｄｒｉｓ Ｏｋａｆｏｒ",
    "\u0406dris \u041ekaf\u043er",
    "ldris 0kafor",
    "1dr|s Okafor",
    "Idris \u3164Okafor",
    "\u0399dris Okaf\u03bfr",
  ])("is marked under the name of a member of the staff, for staff and clients: %s", async (name) => {
    expect(await isMarked(name)).toBe(true);
    expect(await isMarked(name, "tomas")).toBe(true);
  });

  it.each(["Tomás Aguilar", "Idris", "Idris Okafor Junior", "Priya Nair", "李雷", "-"])(
    "is not marked under another: %s",
    async (name) => {
      expect(await isMarked(name)).toBe(false);
    },
  );

  it("is marked in the answer to a comment too, and staff never is", async () => {
    await world.as("tomas").patch(`/users/${world.idOf("tomas")}`, { fullname: "Lena Fischer" });
    const place = `/tickets/${ticket}/comments`;
    const own = await world.as("tomas").post(place, { comment: "Me again." });
    expect(own.body).toMatchObject({ author_type: "external", author_resembles_staff: true });
    const { body } = await world.as("lena").post(place, { comment: "I am the one." });
    expect(body).toMatchObject({ author_type: "internal", author_resembles_staff: false });
  });

  it("is not marked for somebody who has left", async () => {
    const names = { fullname: "Rafael Monteiro" };
    expect(await isMarked(names.fullname)).toBe(true);
    await world.as("maren").delete(`/users/${world.idOf("rafael")}`);
    expect(await isMarked(names.fullname)).toBe(false);
  });

  it("costs one statement, however many they are, and tells nothing of the staff", async () => {
    for (let n = 0; n < 20; n += 1)
      await world.as("tomas").post(`/tickets/${ticket}/comments`, { comment: `${n}` });
    const asked: string[] = [];
    const stop = watchStatements((text) => asked.push(text));
    const { text } = await world.as("tomas").get(`/tickets/${ticket}/comments`);
    stop();
    expect(asked.filter((each) => each.includes("staff_look_alikes"))).toHaveLength(1);
    expect(text).not.toContain("@waypost.test");
  });
});
