import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

/** More than are looked through one by one, so that the indexes are asked as well. */
const MANY = 6000;

let world: World;
let uid: string;
beforeAll(async () => {
  world = await makeWorld();
  const raised = await world.as("tomas").post("/tickets", { subject: "Gangway lamp", issue: "Dark." });
  const { id } = raised.body.ticket;
  uid = raised.body.ticket.uid;
  const said = await world.as("idris").post(`/tickets/${id}/comments`, { comment: "Ordered a bulb" });
  await world.as("idris").put(`/tickets/${id}/comments/${said.body.id}`, { comment: "Ordered two bulbs" });
  const team = await world.as("maren").post("/groups", { name: "Harbour crew" });
  await world.as("maren").patch(`/groups/${team.body.id}`, { name: "Harbour watch" });
  await world.as("maren").patch(`/companies/${world.companies.aster}`, { description: "Conveyancing" });
  await world.as("maren").patch(`/users/${world.idOf("jonas")}`, { city: "Reykjavík" });
  await world.pool.query(
    `insert into history (id, entity, entity_id, kind, occurred_at, principal_id, via, audience, reason)
     select gen_random_uuid(), 'settings', gen_random_uuid(), 'settings.changed', now(), $1, 'import', 'administrators',
       case when n % 2 = 0 then 'frequent' end
     from generate_series(1, $2::int) n`,
    [world.idOf("lena"), MANY],
  );
});
afterAll(() => world.end());

const list = async (query: Record<string, string>) => (await world.as("maren").get("/audit", query)).body;
const kinds = async (search: string) =>
  (await list({ search })).items.map(({ kind }: { kind: string }) => kind).toSorted();

describe("a search of a long log", () => {
  it("finds a ticket by number and subject, with its comments, before and after it is deleted", async () => {
    const said = ["comment.created", "comment.edited", "ticket.created"];
    for (const search of [uid, "gangway", "lamp gang"]) expect(await kinds(search), search).toEqual(said);
    const { items } = await list({ search: uid, entity: "ticket" });
    await world.as("maren").delete(`/tickets/${items[0].entity_id}`);
    expect(await kinds(uid)).toEqual([...said, "ticket.deleted"]);
  });

  it("finds people, companies and teams by their names, and by what they were called before", async () => {
    expect(await kinds("jonas@aster")).toEqual(["user.changed"]);
    expect(await kinds("Weber")).toEqual(["user.changed"]);
    expect(await kinds("reykjavik")).toEqual(["user.changed"]);
    expect(await kinds("Harbour watch")).toEqual(["group.changed", "group.created"]);
    expect(await kinds("harbour crew")).toEqual(["group.changed", "group.created"]);
    expect(await kinds("aster legal")).toContain("company.changed");
  });

  it("counts what is rare exactly, and says of what is frequent that there may be more", async () => {
    expect((await list({ search: "conveyancing" })).meta).toMatchObject({ total: 1, total_is_capped: false });
    const first = await list({ search: "frequent", per_page: "20" });
    expect(first.meta).toMatchObject({ total: 1000, total_is_capped: true });
    const second = await list({ search: "frequent", per_page: "20", after: String(first.meta.next) });
    expect(second.items[0].seq).toBe(first.items.at(-1).seq - 2);
    expect((await list({ search: "Lena Fischer" })).meta.total_is_capped).toBe(true);
    expect((await list({})).meta.total_is_capped).toBe(false);
  });

  it("goes on to the end, entry by entry, each once", async () => {
    const seen: number[] = [];
    for (let after: number | null = null, more = true; more;) {
      const page = await list({
        search: "frequent",
        per_page: "100",
        ...(after ? { after: String(after) } : {}),
      });
      seen.push(...page.items.map(({ seq }: { seq: number }) => seq));
      after = page.meta.next;
      more = after !== null;
    }
    expect(seen).toHaveLength(MANY / 2);
    expect(new Set(seen).size).toBe(MANY / 2);
    const { text } = await world.as("maren").get("/audit/export", { search: "frequent" });
    expect(text.trim().split("\r\n")).toHaveLength(MANY / 2 + 1);
  });
});
