import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const printer = { subject: "Label printer prints blank labels", issue: "Since this morning, in Bay 3." };

const allowUrgent = (urgent_allowed: boolean) =>
  world.as("maren").patch(`/companies/${world.companies.kestrel}`, { urgent_allowed });

describe("raising a ticket", () => {
  it("is refused without a session", async () => {
    const answer = await world.as().post("/tickets", printer);
    expect(answer.status).toBe(401);
    expect(answer.body.detail).toBe("Not signed in");
  });

  it("is refused to somebody without a role", async () => {
    expect((await world.as("nobody").post("/tickets", printer)).status).toBe(403);
  });

  it("needs a subject and an issue, in the catalog's words", async () => {
    const blank = await world.as("idris").post("/tickets", { subject: "  ", issue: "x" });
    expect([blank.status, blank.body.detail]).toEqual([422, "Subject is required"]);
    const missing = await world.as("idris").post("/tickets", { subject: "x" });
    expect([missing.status, missing.body.detail]).toEqual([422, "Issue description is required"]);
  });

  it("refuses fields that the contract does not know", async () => {
    const answer = await world.as("idris").post("/tickets", { ...printer, uid: "WP-1" });
    expect([answer.status, answer.body.detail]).toEqual([422, "Unknown field: uid"]);
  });

  it("refuses a client who chooses status, assignee or another company", async () => {
    const tomas = world.as("tomas");
    for (const choice of [
      { status: "closed" },
      { assignee_id: world.idOf("idris") },
      { company_id: world.companies.aster },
      { client_id: world.idOf("priya") },
    ]) {
      expect((await tomas.post("/tickets", { ...printer, ...choice })).status).toBe(403);
    }
  });

  it("starts a client's ticket open, unassigned, in the own company", async () => {
    const answer = await world
      .as("tomas")
      .post("/tickets", { ...printer, company_id: world.companies.kestrel, status: "open" });
    expect(answer.status).toBe(201);
    expect(answer.body.ticket).toMatchObject({
      status: "open",
      priority: "normal",
      assignee_id: null,
      client_fullname: "Tomás Aguilar",
      company_name: "Kestrel Logistics",
    });
    expect(answer.body.ticket.uid).toMatch(/^WP-\d+$/);
  });

  it("lets a client admin raise for a colleague, and for nobody else", async () => {
    const priya = world.as("priya");
    const answer = await priya.post("/tickets", { ...printer, client_id: world.idOf("tomas") });
    expect(answer.body.ticket.client_fullname).toBe("Tomás Aguilar");
    expect((await priya.post("/tickets", { ...printer, client_id: world.idOf("jonas") })).status).toBe(403);
  });

  describe("while urgent is switched off for the company", () => {
    const ticket = { subject: "The office is dark", issue: "All of it" };
    const sentence = "Urgent is switched off for your company";
    beforeAll(() => allowUrgent(false));
    afterAll(() => allowUrgent(true));

    it("refuses urgent to its people, raising and changing, and says so to their forms", async () => {
      for (const name of ["tomas", "priya"] as const) {
        expect((await world.as(name).get("/auth/me")).body.urgent_allowed).toBe(false);
        const answer = await world.as(name).post("/tickets", { ...ticket, priority: "urgent" });
        expect([answer.status, answer.body.errors]).toEqual([
          403,
          [{ path: "priority", code: "ticket.urgent_switched_off", message: sentence }],
        ]);
      }
      const { body } = await world.as("priya").post("/tickets", { ...ticket, priority: "high" });
      const raised = await world.as("priya").put(`/tickets/${body.ticket.id}`, { priority: "urgent" });
      expect([raised.status, raised.body.detail]).toEqual([403, sentence]);
    });

    it("leaves it to staff, whose urgent ticket its people go on changing", async () => {
      const wanted = { ...ticket, priority: "urgent", company_id: world.companies.kestrel };
      const { status, body } = await world.as("idris").post("/tickets", wanted);
      expect(status).toBe(201);
      const change = { subject: "Half of the office is dark", priority: "urgent" };
      expect((await world.as("priya").put(`/tickets/${body.ticket.id}`, change)).status).toBe(200);
    });

    it("concerns no other company", async () => {
      expect((await world.as("helena").get("/auth/me")).body.urgent_allowed).toBe(true);
      expect((await world.as("helena").post("/tickets", { ...ticket, priority: "urgent" })).status).toBe(201);
    });
  });

  it("takes a company from the client, and refuses one that does not fit", async () => {
    const idris = world.as("idris");
    const answer = await idris.post("/tickets", {
      ...printer,
      client_id: world.idOf("jonas"),
      assignee_id: world.idOf("idris"),
    });
    expect(answer.body.ticket).toMatchObject({
      company_name: "Aster Legal",
      assignee_fullname: "Idris Okafor",
    });
    const wrong = await idris.post("/tickets", {
      ...printer,
      client_id: world.idOf("jonas"),
      company_id: world.companies.kestrel,
    });
    expect(wrong.status).toBe(422);
  });

  it("raises one ticket for a POST sent twice with one Idempotency-Key", async () => {
    const idris = world.as("idris");
    const headers = { "idempotency-key": "double-click-1" };
    const answers = await Promise.all([1, 2, 3].map(() => idris.post("/tickets", printer, headers)));
    expect(new Set(answers.map((answer) => answer.body.ticket.id)).size).toBe(1);
    const other = await idris.post("/tickets", { ...printer, subject: "Another" }, headers);
    expect(other.status).toBe(422);
  });
});

describe("finding tickets", () => {
  it("shows clients their own, client admins their company's, staff all", async () => {
    await world.as("jonas").post("/tickets", { subject: "Lawbook scanner", issue: "jams" });
    const subjects = async (name: "tomas" | "priya" | "helena" | "idris") =>
      (await world.as(name).get("/tickets", { per_page: "100" })).body.items.map(
        (item: { company_name: string | null }) => item.company_name,
      );
    expect(new Set(await subjects("tomas"))).toEqual(new Set(["Kestrel Logistics"]));
    expect(new Set(await subjects("priya"))).toEqual(new Set(["Kestrel Logistics"]));
    expect(new Set(await subjects("helena"))).toEqual(new Set(["Aster Legal"]));
    expect((await subjects("idris")).length).toBeGreaterThan(4);
  });

  it("shows clients what colleagues asked for where the company shares it, but for the confidential", async () => {
    const id: string = (await world.as("priya").post("/tickets", printer)).body.ticket.id;
    const seen = async () => (await world.as("tomas").get(`/tickets/${id}`)).status;
    const share = (sharing: string, confidential: boolean) =>
      world.pool.query(
        `with t as (update tickets set confidential = ${confidential} where id = '${id}')
         update companies set sharing = '${sharing}' where id = '${world.companies.kestrel}'`,
      );
    const answers: Record<string, number> = {};
    for (const sharing of ["own", "company"])
      for (const confidential of [true, false]) {
        await share(sharing, confidential);
        answers[`${sharing}${confidential ? ", confidential" : ""}`] = await seen();
      }
    await share("own", false);
    expect(answers).toEqual({
      "own, confidential": 404,
      own: 404,
      "company, confidential": 404,
      company: 200,
    });
  });

  it("takes for one's own what staff are to do, and what clients asked for themselves", async () => {
    await world.as("priya").post("/tickets", printer);
    await world.as("idris").post("/tickets", { ...printer, assignee_id: world.idOf("idris") });
    const mine = async (name: "priya" | "idris", field: "client_id" | "assignee_id") =>
      new Set(
        (await world.as(name).get("/tickets", { mine: "true", per_page: "100" })).body.items.map(
          (item: { client_id: string | null; assignee_id: string | null }) => item[field],
        ),
      );
    expect(await mine("priya", "client_id")).toEqual(new Set([world.idOf("priya")]));
    expect(await mine("idris", "assignee_id")).toEqual(new Set([world.idOf("idris")]));
  });

  it("answers a foreign ticket exactly as one that does not exist", async () => {
    const foreign = (await world.as("jonas").post("/tickets", printer)).body.ticket.id;
    const answer = await world.as("tomas").get(`/tickets/${foreign}`);
    const absent = await world.as("tomas").get("/tickets/5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f");
    expect([answer.status, answer.body.detail]).toEqual([404, "Ticket not found"]);
    expect({ ...answer.body, request_id: "" }).toEqual({ ...absent.body, request_id: "" });
  });

  it("finds by word beginnings, without accents and case, by client, company and uid", async () => {
    const idris = world.as("idris");
    const { uid } = (
      await world.as("tomas").post("/tickets", { subject: "Gdańsk VPN", issue: "Wi-Fi drops after re-key" })
    ).body.ticket;
    for (const search of [
      "gdansk",
      "VPN gda",
      "rekey".slice(0, 2),
      "TOMÁS wi-fi",
      "kestrel fi",
      uid,
      uid.slice(3),
      uid.toLowerCase(),
      uid.replace("-", ""),
      `#${uid.slice(3)}`,
      `[${uid}]`,
      `(${uid}).`,
      ` ${uid.replace("-", "").toLowerCase()} `,
    ]) {
      const found = await idris.get("/tickets", { search });
      expect(
        found.body.items.map((item: { uid: string }) => item.uid),
        search,
      ).toContain(uid);
    }
    for (const search of ["nowhereatall", "%", "_", "'", "!!!", `ISO${uid.slice(3)}`]) {
      expect((await idris.get("/tickets", { search })).body.items, search).toEqual([]);
    }
  });

  it("filters, counts and pages exactly, by number and by cursor", async () => {
    const idris = world.as("idris");
    const all = await idris.get("/tickets", { per_page: "1000" });
    const { meta, items } = all.body;
    expect(meta.total).toBe(items.length);
    expect(meta.counts.open).toBe(items.filter((item: { status: string }) => item.status === "open").length);
    const walked: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: { body: { items: { id: string }[]; meta: { next: string | null; total: number } } } =
        await idris.get("/tickets", { per_page: "3", ...(after ? { after } : {}) });
      walked.push(...page.body.items.map((item) => item.id));
      expect(page.body.meta.total).toBe(items.length);
      after = page.body.meta.next;
      more = after !== null;
    }
    expect(walked).toEqual(items.map((item: { id: string }) => item.id));
    expect(
      (await idris.get("/tickets", { per_page: "3", page: "2" })).body.items.map(
        (item: { id: string }) => item.id,
      ),
    ).toEqual(walked.slice(3, 6));
    expect((await idris.get("/tickets", { page: "999" })).body).toMatchObject({
      items: [],
      meta: { total: items.length },
    });
  });

  it("leaves the descriptions out of brief pages, however their rows are found", async () => {
    const idris = world.as("idris");
    const { body } = await idris.post("/tickets", { subject: "Zwillinge", issue: "A long mail." });
    const ways: Record<string, string>[] = [{}, { search: "Zwillinge" }, { status: "open" }];
    for (const way of ways) {
      const read = async (query: Record<string, string>) => {
        const { items } = (await idris.get("/tickets", { ...way, ...query })).body;
        return items.find(({ id }: { id: string }) => id === body.ticket.id);
      };
      const { issue, ...rest } = await read({});
      expect(issue).toBe("A long mail.");
      expect(await read({ brief: "true" })).toEqual(rest);
    }
  });

  it("refuses what it does not understand, in words", async () => {
    const idris = world.as("idris");
    const cases = [
      [{ per_page: "1001" }, "per_page must be at most 1000"],
      [{ page: "0" }, "page must be at least 1"],
      [
        { sort: "issue" },
        "sort must be one of updated, created, uid, subject, status, priority, assignee, due",
      ],
      [{ colour: "red" }, "Unknown field: colour"],
      [{ after: "garbage" }, "after is not a place in this list"],
    ] as const;
    for (const [query, detail] of cases) {
      const answer = await idris.get("/tickets", query);
      expect([answer.status, answer.body.detail]).toEqual([422, detail]);
    }
  });
});
