import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";
import { importReplies, type RepliesOrder } from "./import-replies.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const MAP: RepliesOrder["map"] = new Map([
  ["name", "title"],
  ["text", "body"],
]);

function read(content: string, more: Partial<RepliesOrder> = {}) {
  const file = join(newFolder(), "macros.csv");
  writeFileSync(file, content);
  return importReplies(world.db, {
    file,
    map: MAP,
    language: "en",
    team: null,
    now: world.clock.now(),
    ...more,
  });
}

const list = async () => (await world.as("idris").get("/replies")).body.items;

test("a file without the columns, or for a team that is not there, is refused", async () => {
  await expect(read("title,words\nA,b\n")).rejects.toThrow('The file has no column "body"');
  await expect(read("title,body\nA,b\n", { team: "Nobody" })).rejects.toThrow('There is no team "Nobody"');
  await expect(
    importReplies(world.db, { file: "nowhere.csv", map: MAP, language: "en", team: null, now: new Date() }),
  ).rejects.toThrow("There is no file nowhere.csv");
  expect(await list()).toEqual([]);
});

test("rows that cannot be kept are named with their reasons, and the others come in", async () => {
  const rows = [
    "title,body",
    'Hello,"Hello {{client.first_name|there}},\r\nthank you."',
    "Old words,Dear {{ticket.requester.name}}",
    ",No name",
    `${"x".repeat(81)},Long`,
    ",",
  ];
  const report = await read(`${rows.join("\n")}\n`);
  expect(report.imported).toBe(1);
  expect(report.rejected.map(({ reason }) => reason)).toEqual([
    'Unknown placeholder "{{ticket.requester.name}}"',
    "Name is required",
    "Name must be at most 80 characters",
  ]);
  const [reply, ...others] = await list();
  expect(others).toEqual([]);
  expect(reply).toMatchObject({ name: "Hello", audience: "everyone", languages: ["en"], may_edit: false });
  const full = await world.as("lena").get(`/replies/${reply.id}`);
  expect(full.body.reply.texts[0].body).toBe("Hello {{client.first_name|there}},\nthank you.");
});

test("the same file may be read again, and in another language; what is there already stays", async () => {
  const content = "title,body\nTwice,First\n";
  expect(await read(content)).toMatchObject({ imported: 1, skipped: 0 });
  const [found] = (await world.as("lena").get("/replies", { search: "Twice" })).body.items;
  await world.as("lena").patch(`/replies/${found.id}`, {
    name: "Renamed",
    texts: [{ language: "en", body: "Better" }],
  });
  expect(await read(content)).toMatchObject({ imported: 0, skipped: 1 });
  expect(await read("title,body\nTwice,Zweimal\n", { language: "de" })).toMatchObject({ imported: 1 });
  const { reply } = (await world.as("lena").get(`/replies/${found.id}`)).body;
  expect([reply.name, reply.texts]).toEqual([
    "Renamed",
    [
      { language: "en", body: "Better" },
      { language: "de", body: "Zweimal" },
    ],
  ]);
  await world.as("lena").delete(`/replies/${found.id}`);
  expect(await read(content)).toMatchObject({ imported: 0, skipped: 1 });
});

test("they are a team's where that is said", async () => {
  const made = await world
    .as("maren")
    .post("/groups", { name: "Field Service", member_ids: [world.idOf("idris")] });
  await read("title,body\nFor the team,Words\n", { team: "Field Service" });
  const [found] = (await world.as("idris").get("/replies", { audience: "team" })).body.items;
  expect(found).toMatchObject({ name: "For the team", group_id: made.body.id });
  expect((await world.as("rafael").get(`/replies/${found.id}`)).status).toBe(404);
});
