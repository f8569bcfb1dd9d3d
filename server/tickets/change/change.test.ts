import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
/** A ticket of Tomás at Kestrel, taken by nobody. */
let id: string;
let path: string;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  const raised = await world.as("tomas").post("/tickets", { subject: "Scanner", issue: "It jams." });
  id = raised.body.ticket.id;
  path = `/tickets/${id}`;
});

describe("changing a ticket", () => {
  it("is refused without a session, to clients, and to people without a role", async () => {
    expect((await world.as().put(path, { subject: "x" })).status).toBe(401);
    expect((await world.as("tomas").put(path, { subject: "x" })).status).toBe(403);
    expect((await world.as("nobody").put(path, { subject: "x" })).status).toBe(403);
  });

  it("answers another company's client admin as if the ticket did not exist", async () => {
    const answer = await world.as("helena").put(path, { subject: "x" });
    expect([answer.status, answer.body.detail]).toEqual([404, "Ticket not found"]);
  });

  it("refuses blank texts in the catalog's words, and what the contract does not know", async () => {
    const idris = world.as("idris");
    const cases: [object, string][] = [
      [{ subject: " " }, "Subject is required"],
      [{ issue: "" }, "Description is required"],
      [{ priority: "medium" }, "Priority must be one of low, normal, high, urgent"],
      [{ status: "done" }, "Status must be one of open, pending, in_progress, on_hold, closed"],
      [{ subject: "x".repeat(201) }, "Subject must be at most 200 characters"],
      [{ issue: "x".repeat(20_001) }, "Issue must be at most 20,000 characters"],
      [{ assignee_id: "somebody" }, "assignee_id must be an id"],
      [{ version: 3 }, "Unknown field: version"],
    ];
    for (const [body, detail] of cases) {
      const answer = await idris.put(path, body);
      expect([answer.status, answer.body.detail]).toEqual([422, detail]);
    }
  });

  it("refuses people and teams that cannot take it", async () => {
    const idris = world.as("idris");
    const nobody = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    for (const assignee_id of [world.idOf("tomas"), world.idOf("nobody"), nobody]) {
      expect((await idris.put(path, { assignee_id })).status).toBe(422);
    }
    expect((await idris.put(path, { group_id: nobody })).body.detail).toBe("The team does not exist");
  });
});

describe("who may change which field", () => {
  const staff: Name[] = ["maren", "rafael", "lena", "idris"];
  const all = ["subject", "issue", "priority", "status", "assignee_id", "group_id", "client_id"] as const;
  const allowed: Record<string, readonly string[]> = {
    ...Object.fromEntries(staff.map((name) => [name, all])),
    priya: ["subject", "issue", "priority"],
    tomas: [],
    helena: [],
    jonas: [],
    nobody: [],
  };
  const valueOf = async (field: (typeof all)[number]): Promise<string> => {
    if (field === "assignee_id") return world.idOf("idris");
    if (field === "client_id") return world.idOf("priya");
    if (field === "group_id") return teamId();
    return { subject: "Other", issue: "Other.", priority: "urgent", status: "pending" }[field];
  };

  for (const [name, fields] of Object.entries(allowed)) {
    it(`${name}: ${fields.join(", ") || "nothing"}`, async () => {
      for (const field of all) {
        const value = await valueOf(field);
        const answer = await world.as(nameOf(name)).put(path, { [field]: value });
        if (!fields.includes(field)) {
          expect([403, 404], `${name} ${field}`).toContain(answer.status);
          continue;
        }
        expect(answer.status, `${name} ${field}`).toBe(200);
        expect(answer.body.ticket[field]).toBe(value);
      }
    });
  }

  it("a client admin closes and reopens, and sets no other status", async () => {
    const priya = world.as("priya");
    expect((await priya.put(path, { status: "on_hold" })).status).toBe(403);
    expect((await priya.put(path, { status: "closed" })).body.ticket.status).toBe("closed");
    expect((await priya.put(path, { status: "pending" })).status).toBe(403);
    const open = await priya.put(path, { status: "open" });
    expect(open.body.ticket).toMatchObject({ status: "open", closed: null, reopened_count: 1 });
  });

  it("a form may send what it may not change, as long as it is unchanged", async () => {
    const before = (await world.as("priya").get(path)).body;
    const { status, assignee_id, group_id, issue, priority } = before;
    const answer = await world
      .as("priya")
      .put(path, { subject: "Scanner in Bay 3", issue, priority, status, assignee_id, group_id });
    expect(answer.body.ticket.subject).toBe("Scanner in Bay 3");
  });

  it("nobody changes a ticket in the trash", async () => {
    await world.as("rafael").delete(path);
    expect((await world.as("maren").put(path, { subject: "x" })).body.detail).toBe(
      "This ticket is in the trash: restore it first",
    );
    expect((await world.as("idris").put(path, { subject: "x" })).status).toBe(404);
  });
});

describe("what a change does", () => {
  it("leaves absent fields, clears nulls, and counts one version a change", async () => {
    const idris = world.as("idris");
    await idris.put(path, { assignee_id: world.idOf("lena"), priority: "high" });
    const answer = await idris.put(path, { assignee_id: null });
    expect(answer.body.ticket).toMatchObject({
      assignee_id: null,
      assignee_fullname: null,
      priority: "high",
      subject: "Scanner",
      version: 3,
    });
    const again = await idris.patch(path, { assignee_id: null, priority: "high" });
    expect(again.body.ticket.version).toBe(3);
  });

  it("remembers when it was closed, and counts how often it was opened again", async () => {
    const idris = world.as("idris");
    const closed = await idris.put(path, { status: "closed" });
    expect(closed.body.ticket.closed).toBe(world.clock.now().toISOString());
    await idris.put(path, { status: "pending" });
    await idris.put(path, { status: "closed" });
    const open = await idris.put(path, { status: "open" });
    expect(open.body.ticket).toMatchObject({ closed: null, reopened_count: 2 });
  });

  it("moves a ticket with its client's company, and refuses one that does not fit", async () => {
    const idris = world.as("idris");
    const wrong = await idris.put(path, {
      client_id: world.idOf("jonas"),
      company_id: world.companies.kestrel,
    });
    expect([wrong.status, wrong.body.detail]).toEqual([422, "The client does not belong to this company"]);
    expect((await idris.put(path, { company_id: world.companies.aster })).status).toBe(422);
    expect((await idris.put(path, { client_id: world.idOf("lena") })).body.detail).toBe(
      "The client does not exist",
    );
    const moved = await idris.put(path, { client_id: world.idOf("jonas") });
    expect(moved.body.ticket).toMatchObject({ client_fullname: "Jonas Weber", company_name: "Aster Legal" });
    expect((await world.as("tomas").get(path)).status).toBe(404);
    expect((await world.as("helena").get(path)).status).toBe(200);
    expect((await world.as("jonas").get("/tickets", { search: "weber scanner" })).body.items).toHaveLength(1);
    const cleared = await idris.put(path, { client_id: null, company_id: null });
    expect(cleared.body.ticket).toMatchObject({ client_id: null, company_id: null });
  });
});

describe("two people at once", () => {
  it("merges what they changed in different fields", async () => {
    const base_version = (await world.as("idris").get(path)).body.version;
    await world.as("lena").put(path, { priority: "urgent", base_version });
    const answer = await world.as("idris").put(path, { subject: "Scanner jams", base_version });
    expect(answer.body.ticket).toMatchObject({ priority: "urgent", subject: "Scanner jams" });
  });

  it("answers 409 with both values where they changed the same field, and changes nothing", async () => {
    const base_version = (await world.as("idris").get(path)).body.version;
    await world.as("lena").put(path, { assignee_id: world.idOf("lena"), priority: "high", base_version });
    const answer = await world.as("idris").put(path, {
      assignee_id: world.idOf("idris"),
      subject: "Mine",
      base_version,
    });
    expect([answer.status, answer.body.detail]).toEqual([409, "Someone changed this ticket meanwhile"]);
    expect(answer.body.conflicts).toEqual([
      {
        field: "assignee_id",
        yours: world.idOf("idris"),
        theirs: world.idOf("lena"),
        yours_label: "Idris Okafor",
        theirs_label: "Lena Fischer",
        by: "Lena Fischer",
        at: world.clock.now().toISOString(),
      },
    ]);
    expect(answer.body.ticket).toMatchObject({ subject: "Scanner", priority: "high" });
    expect((await world.as("idris").get(path)).body.subject).toBe("Scanner");
  });

  it("takes If-Match for the same, and no base at all for the last word", async () => {
    const version = (await world.as("idris").get(path)).body.version;
    await world.as("lena").put(path, { subject: "Hers" });
    const match = { "if-match": `"${version}"` };
    expect((await world.as("idris").put(path, { subject: "His" }, match)).status).toBe(409);
    expect((await world.as("idris").put(path, { subject: "His" })).body.ticket.subject).toBe("His");
  });

  it("finds no conflict where both want the same, or where a change was taken back", async () => {
    const base_version = (await world.as("idris").get(path)).body.version;
    await world.as("lena").put(path, { priority: "urgent" });
    expect((await world.as("idris").put(path, { priority: "urgent", base_version })).status).toBe(200);
    await world.as("lena").put(path, { priority: "normal" });
    expect((await world.as("idris").put(path, { priority: "low", base_version })).status).toBe(200);
    expect((await world.as("idris").put(path, { priority: "high", base_version: 99 })).status).toBe(422);
  });

  it("loses no change when many write at the same moment", async () => {
    const before = (await world.as("idris").get(path)).body.version;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => world.as("idris").put(path, { subject: `Number ${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await world.as("idris").get(path)).body.version).toBe(before + 12);
  });
});

async function teamId(): Promise<string> {
  const team = await world.db.selectFrom("groups").select("id").executeTakeFirstOrThrow();
  return team.id;
}

function nameOf(name: string): Name {
  const found = Object.keys(world.people).find((each): each is Name => each === name);
  if (!found) throw new Error(`${name} is nobody of this world`);
  return found;
}
