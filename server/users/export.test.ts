import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

async function download(name: Name, path: string, query: Record<string, string> = {}) {
  const { status, headers, text } = await world.as(name).get(path, query);
  const [head = "", ...records] = text.split("\r\n").slice(0, -1);
  return { status, file: headers["content-disposition"], head, records, text };
}

/** The first cell of each record. */
const namesOf = ({ records }: { records: string[] }) => records.map((record) => record.split(",")[0]);

describe("the directories as CSV", () => {
  it("hold for each role those whom the list shows with the same filters, in its order", async () => {
    for (const name of ["maren", "rafael", "idris", "priya", "helena"] as const)
      for (const filters of [
        {} as Record<string, string>,
        { search: "a", sort: "email", order: "desc" },
        { user_type: "external" },
        { user_type: "internal", sort: "role" },
      ]) {
        const { users } = (await world.as(name).get("/users", { ...filters, page_size: "100" })).body;
        const made = await download(name, "/users/export", filters);
        expect(made.status).toBe(200);
        expect(namesOf(made)).toEqual(users.map(({ fullname }: { fullname: string }) => fullname));
      }
  });

  it("are refused where the list is", async () => {
    expect((await download("tomas", "/users/export")).status).toBe(403);
    expect((await download("idris", "/users/export", { deleted: "true" })).status).toBe(403);
    expect((await download("priya", "/companies/export")).status).toBe(403);
    expect((await download("idris", "/companies/export", { deleted: "true" })).status).toBe(403);
    expect((await download("maren", "/users/export", { page: "2" })).status).toBe(422);
    const history = `/users/${world.idOf("tomas")}/roles/history/export`;
    expect((await download("idris", history)).status).toBe(403);
    expect((await download("helena", history)).status).toBe(404);
  });

  it("say in words what the rows show, deleted people and more than one batch included", async () => {
    await world.pool.query(
      `with made as (
         insert into principals (id, kind, name)
         select gen_random_uuid(), 'user', 'Many ' || n from generate_series(1, 1100) as n returning id, name)
       insert into users (id, email, fullname, user_type, company_id)
       select id, lower(replace(name, ' ', '')) || '@kestrel.test', name, 'external', $1 from made`,
      [world.companies.kestrel],
    );
    await world.pool.query("update users set deleted_at = now() where email = 'many7@kestrel.test'");
    const made = await download("maren", "/users/export", { search: "many", user_type: "external" });
    expect(made.file).toBe('attachment; filename="clients-2026-11-20.csv"');
    expect(made.head).toBe("name,email,type,company,roles,status,last_online,phone,city,state");
    expect(made.records).toHaveLength(1100);
    expect(new Set(made.records).size).toBe(1100);
    expect(made.records).toContain("Many 7,many7@kestrel.test,external,Kestrel Logistics,,deleted,,,,");
    const own = await download("priya", "/users/export", { search: "Tomás" });
    expect(own.records).toEqual([
      expect.stringMatching(/^Tomás Aguilar,tomas@kestrel.test,external,Kestrel Logistics,Client,active,/),
    ]);
  });

  it("hold companies with their numbers, and no formula", async () => {
    await world
      .as("maren")
      .patch(`/companies/${world.companies.aster}`, { description: "=1+1", is_active: false });
    const made = await download("idris", "/companies/export", { sort: "name", order: "desc" });
    expect(made.head).toBe("name,description,email,phone,users,teams,status,sharing,urgent,created,deleted");
    expect(namesOf(made)).toEqual(["Kestrel Logistics", "Aster Legal"]);
    expect(made.records[1]).toMatch(
      /^Aster Legal,'=1\+1,,,2,0,inactive,own,allowed,\d{4}-\d\d-\d\dT[\d:.]+Z,$/,
    );
    expect(namesOf(await download("idris", "/companies/export", { active: "true" }))).toEqual([
      "Kestrel Logistics",
    ]);
  });

  it("hold the changes of a person's roles, newest first, and network addresses for staff alone", async () => {
    const id = world.idOf("tomas");
    for (const role of ["client_admin", "Client"]) {
      const set = { role_names: [role], reason: `Now ${role}` };
      expect((await world.as("maren").post(`/users/${id}/roles:set`, set)).status).toBe(200);
    }
    const made = await download("rafael", `/users/${id}/roles/history/export`);
    expect(made.file).toBe('attachment; filename="role-history-2026-11-20.csv"');
    expect(made.head).toBe("at,by,by_email,ip_address,reason,added,removed,unchanged");
    expect(made.records).toEqual([
      "2026-11-20T10:00:00.000Z,Maren Solberg,maren@waypost.test,127.0.0.1,Now Client,Client,client_admin,",
      "2026-11-20T10:00:00.000Z,Maren Solberg,maren@waypost.test,127.0.0.1,Now client_admin,client_admin,Client,",
    ]);
    const own = await download("priya", `/users/${id}/roles/history/export`);
    expect(own.records[0]).toBe("2026-11-20T10:00:00.000Z,Maren Solberg,,,Now Client,Client,client_admin,");
  });
});
