import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { makeWorld } from "../app/app-with-people.ts";

export type ImportWorld = Awaited<ReturnType<typeof makeImportWorld>>;

/** A world whose administrator Maren imports files by the page; its files lie in a folder that goes with it. */
export async function makeImportWorld() {
  const folder = await mkdtemp(join(tmpdir(), "waypost-imports-"));
  const world = await makeWorld({ DATA_DIR: folder });
  return {
    ...world,
    folder,
    end: async () => {
      await world.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const at = (id: string, step = "") => `/imports/${id}${step}`;

export const plan = (columns: object, more: object = {}) => ({
  columns,
  values: [],
  make_companies: false,
  make_people: false,
  ...more,
});

/** Sends a form as the bytes that it is made of. */
export const sendForm = async (world: ImportWorld, payload: string | Buffer) =>
  world.fastify.inject({
    method: "POST",
    url: "/api/imports",
    headers: {
      authorization: `Bearer ${await world.tokenOf("maren")}`,
      "content-type": "multipart/form-data; boundary=b",
    },
    payload,
  });

export async function upload(world: ImportWorld, content: string | Buffer, name = "old desk.csv") {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const answer = await sendForm(
    world,
    Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n--b--\r\n")]),
  );
  return { status: answer.statusCode, body: answer.json() };
}

export const readImport = async (world: ImportWorld, id: string) =>
  (await world.as("maren").get(at(id))).body;

/** Uploads, checks and answers the import as the check left it. */
export async function check(
  world: ImportWorld,
  content: string | Buffer,
  columns: object,
  more: object = {},
) {
  const { body } = await upload(world, content);
  const checking = await world.as("maren").post(at(body.id, "/check"), plan(columns, more));
  expect(checking.body.state).toBe("checking");
  await world.drain();
  return readImport(world, body.id);
}
