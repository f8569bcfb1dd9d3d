import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase } from "../../test/support/database/database.ts";
import { newFolder } from "../../test/support/temporary-folder.ts";

let database: Awaited<ReturnType<typeof makeDatabase>>;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.drop());

/** The command as the shell runs it, on the test's own database. */
async function command(...args: string[]) {
  const { user, password, host, port, database: name } = database.pool.options;
  const url = `postgres://${user}:${String(password ?? "")}@/${name}?host=${encodeURIComponent(host ?? "")}&port=${port}`;
  const child = spawn(process.execPath, [resolve("scripts/import.ts"), ...args], {
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: url, DATA_DIR: newFolder() },
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { output, errors, status: child.exitCode };
}

test("a wrong use is answered with the right one, and 1", async () => {
  expect((await command("tickets", "x.csv", "--map", "issue=b", "--dates", "dmy")).errors).toContain(
    "--dates dmy says nothing: write --dates day-first or --dates month-first.",
  );
  for (const args of [[], ["users", "x.csv"], ["tickets"], ["tickets", "x.csv", "--nonsense"]]) {
    const { errors, status } = await command(...args);
    expect(errors).toContain("write npm run import -- tickets FILE.csv --map issue=COLUMN");
    expect(status).toBe(1);
  }
  expect((await command("tickets", "x.csv", "--map", "issue")).errors).toContain(
    "--map issue says too little: write --map issue=COLUMN.",
  );
  expect((await command("tickets", "nowhere.csv", "--map", "issue=b")).errors).toContain(
    "There is no file nowhere.csv",
  );
});

test("a run tells what it did and ends with the three numbers, and 0 in spite of rejected rows", async () => {
  const file = join(newFolder(), "old desk.csv");
  writeFileSync(file, "title,body,urgency,site\n,Cellar is flooded,3,Hull\nempty,,1,Hull\n,,,\n");
  const mapping = ["--map", "subject=title", "--map", "issue=body", "--map", "priority=urgency"];
  const { output, status } = await command("tickets", file, ...mapping);
  expect(output).toContain("1 row had no subject and got the first line of the issue");
  expect(output).toContain("Not mapped to anything: site");
  expect(output).toContain("1 row without any value was passed over");
  expect(output).toContain("0 = low, 1 = normal, 2 = high, 3 = urgent");
  expect(output).toContain("Line 3: Issue description is required");
  expect(output).toContain(`Rejected rows with reasons: ${file}.rejects.csv`);
  expect(output.trimEnd().endsWith("imported 1, skipped 0, rejected 1")).toBe(true);
  expect(status).toBe(0);
  expect((await command("tickets", file, ...mapping)).output).toContain("imported 0, skipped 1, rejected 1");
});

test("what a file holds is told without anything that a terminal would obey", async () => {
  const file = join(newFolder(), "evil.csv");
  const evil = "\u001b[2J\u009b31m\r\nimported 9\u202E";
  writeFileSync(file, `body,"${evil}",who\na,b,"${evil}"\n`);
  const { output } = await command("tickets", file, "--map", "issue=body", "--map", "status=who");
  expect(output).toContain(
    String.raw`Not mapped to anything: \u{1b}[2J\u{9b}31m\u{d}\u{a}imported 9\u{202e}`,
  );
  expect(output).toContain(String.raw`Line 3: status "\u{1b}[2J`);
  const { errors, status } = await command("tickets", file, "--map", "issue=text");
  expect(errors).toContain(String.raw`Its columns are body, \u{1b}[2J`);
  expect(status).toBe(1);
  // Lines end where ours do; nothing else is a control character.
  expect(`${output}${errors}`).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
});

test("saved replies come from a file, and a wrong use is answered with the right one", async () => {
  for (const args of [["replies"], ["replies", "a.csv", "b.csv"], ["replies", "a.csv", "--nonsense"]])
    expect((await command(...args)).errors).toContain("write npm run import -- replies FILE.csv");
  for (const [option, value] of [
    ["--map", "title=name"],
    ["--language", "fr"],
    ["--audience", "clients"],
  ] as const)
    expect((await command("replies", "a.csv", option, value)).errors).toContain(`${option} ${value}`);
  const file = join(newFolder(), "macros.csv");
  writeFileSync(file, "title,body\nHello,Hello there\nBroken,{{nobody.knows}}\n");
  const { output, status } = await command("replies", file, "--map", "name=title", "--map", "text=body");
  expect(output).toContain('Line 3: Unknown placeholder "{{nobody.knows}}"');
  expect(output.trimEnd().endsWith("imported 1, skipped 0, rejected 1")).toBe(true);
  expect(status).toBe(0);
});

test("an import is listed and taken back by its number", async () => {
  const file = join(newFolder(), "moved.csv");
  writeFileSync(file, "body,who,firm\nCellar,ana@moved.example,Moved Ltd\nRoof,,Moved Ltd\n");
  const mapping = ["--map", "issue=body", "--map", "client=who", "--map", "company=firm"];
  const making = ["--make", "companies", "--make", "people"];
  const { output } = await command("tickets", file, ...mapping, ...making);
  expect(output).toContain("1 company made");
  expect(output).toContain("1 client made, who are not invited yet");
  const [, id = ""] = /npm run import -- undo (\S+)/.exec(output) ?? [];
  expect((await command("list")).output).toMatch(
    new RegExp(`^${id} .* done {2}2 tickets {2}moved.csv$`, "m"),
  );
  const undone = await command("undo", id);
  expect(undone.output).toContain("Made by the import and deleted again: 1 client, 1 company");
  expect(undone.output.trimEnd().endsWith("undone 2, kept 0")).toBe(true);
  const again = await command("undo", id);
  expect(again.status).toBe(1);
  expect(again.errors).toContain("waypost: This import is undone, so there is nothing to undo.");
  expect((await command("undo", "yesterday")).errors).toContain("npm run import -- list shows them");
});
