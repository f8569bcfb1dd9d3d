import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** The rules of the house (ARCHITECTURE.md), checked on every import and every table that is written. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FLOORS = ["contract", "server", "web"];

/** Rooms in their natural order: each may use those before it. `clients`, `settings` and `shell` come last on the web. */
const ORDER = [
  "settings",
  "demo",
  "roles",
  "companies",
  "groups",
  "mail",
  "users",
  "auth",
  "uploads",
  "tickets",
  "comments",
  "trash",
  "notifications",
  "search",
  "live",
  "audit",
  "import",
  "seed",
  "backup",
  "metrics",
  "onboarding",
  "dashboard",
  "clients",
  "reference",
  "keyboard",
  "palette",
  "access",
  "shell",
];

type Import = { from: string; to: string };

const files = FLOORS.flatMap((floor) => filesBelow(floor)).filter((file) => !/\.test\.tsx?$/.test(file));
const imports = files.flatMap(importsOf);

describe("floors", () => {
  it("lets server and web import the contract, and nothing else cross", () => {
    const crossings = imports.filter(
      ({ from, to }) => floorOf(to) !== null && floorOf(from) !== floorOf(to) && floorOf(to) !== "contract",
    );
    expect(crossings).toEqual([]);
  });

  it("keeps the contract free of everything but zod", () => {
    const foreign = imports.filter(
      ({ from, to }) => floorOf(from) === "contract" && floorOf(to) !== "contract" && to !== "zod",
    );
    expect(foreign).toEqual([]);
  });

  it("keeps zod out of what the browser loads first: access rules, limits, statuses and words", () => {
    const light = files.filter((file) =>
      /^contract\/(access\/|limits|statuses|labels|translated|folding|operation-names|messages|email-shape)/.test(
        file,
      ),
    );
    expect(imports.filter(({ from, to }) => light.includes(from) && !light.includes(to))).toEqual([]);
  });

  it("loads schemas in the browser only as types, or on demand", () => {
    const heavy = files.filter((file) => file.startsWith("web/")).flatMap(runtimeContractImports);
    expect(heavy).toEqual([]);
  });
});

describe("rooms", () => {
  it("keeps lib, ui, db and styles from knowing any room", () => {
    const leaks = imports.filter(
      ({ from, to }) => /^(server|web)\/(lib|ui|db)\//.test(from) && roomOf(to) !== null && !isDemo(from),
    );
    expect(leaks).toEqual([]);
  });

  it("lets nobody import a routes file but the one assembler of its floor", () => {
    const assemblers = new Set(["server/app.ts", "web/router.tsx"]);
    expect(imports.filter(({ from, to }) => /\/routes\.tsx?$/.test(to) && !assemblers.has(from))).toEqual([]);
  });

  it("has no circles of rooms", () => {
    for (const floor of ["server", "web"]) expect(circle(floor)).toBeNull();
  });

  it("names every room in the order of the house", () => {
    const rooms = new Set(files.map(roomOf).filter((room) => room !== null));
    expect([...rooms].filter((room) => !ORDER.includes(room))).toEqual([]);
  });
});

describe("what is written about the house", () => {
  it("draws every room on the floors that it has", () => {
    const drawn = [...read("ARCHITECTURE.md").matchAll(/^\| `(\w+)` +\|([ x]+)\|([ x]+)\|([ x]+)\|/gm)];
    const marks = drawn.map(([, room = "", ...cells]) =>
      rowOf(
        room,
        cells.map((cell) => cell.includes("x")),
      ),
    );
    const rooms = new Set(files.map(roomOf).filter((room) => room !== null));
    const standing = [...rooms].map((room) =>
      rowOf(room, [
        files.includes(`contract/${room}.ts`),
        ...["server", "web"].map((floor) => files.some((file) => file.startsWith(`${floor}/${room}/`))),
      ]),
    );
    expect(marks.toSorted()).toEqual(standing.toSorted());
  });

  it("names every folder in the README's tree", () => {
    const tree = /## The house\n\n```\n([\s\S]*?)```/.exec(read("README.md"))?.[1] ?? "";
    const unnamed = foldersIn(".").concat(foldersIn("server"), foldersIn("web"));
    expect(unnamed.filter((folder) => !tree.includes(`${folder}/`))).toEqual([]);
  });

  it("has a reason for every package", () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
    const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const rows = [...read("docs/dependencies.md").matchAll(/^\| (`.+?) \| .+ \|$/gm)];
    const reasoned = rows.flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "));
    expect(reasoned.toSorted()).toEqual(packages.toSorted());
  });
});

describe("packages", () => {
  it("keeps the router of requests in app, routes and lib", () => {
    expect(
      only(
        /^(fastify|@fastify\/)/,
        /^server\/(app|web|health)\.ts$|^server\/lib\/|\/(routes|cookie|receive|stream)\.ts$/,
      ),
    ).toEqual([]);
  });

  it("keeps SQL out of routes and pages", () => {
    expect(
      imports.filter(({ from, to }) => to === "kysely" && /\/routes\.ts$|^web\/|^contract\//.test(from)),
    ).toEqual([]);
  });
});

describe("tables", () => {
  it("are written by their owning room alone", () => {
    const owners = tableOwners();
    const foreign = files
      .filter((file) => file.startsWith("server/") && !isDemo(file))
      .flatMap((file) =>
        writesOf(file).map((table) => ({ file, table, owner: owners.get(table) ?? "nobody" })),
      )
      .filter(({ file, owner }) => owner !== (roomOf(file) ?? "lib"));
    expect(foreign).toEqual([]);
  });

  it("all have an owner", () => {
    expect([...tableOwners().values()].filter((owner) => owner === "")).toEqual([]);
  });
});

/** Imports of a package outside the places that may have it. */
function only(name: string | RegExp, allowed: RegExp): Import[] {
  return imports
    .filter(({ to }) => (typeof name === "string" ? to === name : name.test(to)))
    .filter(({ from }) => !allowed.test(from));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function rowOf(room: string, floors: boolean[]): string {
  return `${room}: ${floors.map((is) => (is ? "x" : "-")).join(" ")}`;
}

/** Neither hidden ones nor what is installed, built or kept. */
function foldersIn(folder: string): string[] {
  const ignored = read(".gitignore").split("\n");
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .filter((name) => !ignored.includes(`${name}/`));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function importsOf(file: string): Import[] {
  const found = read(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|import\(\s*"([^"]+)"\s*\)|(?:^|\n)import\s*"([^"]+)"/g,
  );
  return [...found].map(([, fromClause, dynamic, bare]) => ({
    from: file,
    to: target(file, fromClause ?? dynamic ?? bare ?? ""),
  }));
}

function target(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (!specifier.startsWith(".")) return specifier;
  return relative(ROOT, resolve(ROOT, dirname(file), specifier));
}

/** Static imports that run, of contract files that bring zod along. */
function runtimeContractImports(file: string): Import[] {
  return [...read(file).matchAll(/(?:^|\n)import\s+(?!type\b)[^"';]*?from\s*"#contract\/([^"]+)"/g)]
    .map(([, to]) => ({ from: file, to: `contract/${to}` }))
    .filter(
      ({ to }) =>
        !/^contract\/(access\/|limits|statuses|labels|translated|folding|operation-names|messages|email-shape)/.test(
          to,
        ),
    )
    .filter(({ from }) => !/(-form|-schema|-validation)\.tsx?$/.test(from));
}

function floorOf(path: string): string | null {
  return FLOORS.find((floor) => path.startsWith(`${floor}/`)) ?? null;
}

const NO_ROOMS = new Set(["lib", "ui", "db", "styles", "start", "public", "art"]);

function roomOf(path: string): string | null {
  const room = /^(?:server|web)\/([^/]+)\//.exec(path)?.[1];
  return room === undefined || NO_ROOMS.has(room) ? null : room;
}

/** The demo and the seed fill every table at once, before anybody works there. */
function isDemo(file: string): boolean {
  return /^server\/(demo|seed)\//.test(file);
}

/** A chain of rooms that leads back to its beginning, or null. */
function circle(floor: string): string[] | null {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [roomOf(from), roomOf(to)];
    if (a === null || b === null || a === b || !from.startsWith(`${floor}/`)) continue;
    // The pages of mail, audit and access still stand within the frame of the settings.
    if (floor === "web" && a === "settings") continue;
    // The samples fill every table at once.
    if (a === "demo" || a === "seed") continue;
    edges.set(a, (edges.get(a) ?? new Set()).add(b));
  }
  const done = new Set<string>();
  const walk = (room: string, path: string[]): string[] | null => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return null;
    for (const next of edges.get(room) ?? []) {
      const found = walk(next, [...path, room]);
      if (found) return found;
    }
    done.add(room);
    return null;
  };
  for (const room of edges.keys()) {
    const found = walk(room, []);
    if (found) return found;
  }
  return null;
}

/** Read from the comments in server/db/tables: `tickets: Tickets; // tickets`. */
function tableOwners(): Map<string, string> {
  const lines = files
    .filter((file) => file.startsWith("server/db/tables/"))
    .flatMap((file) => /export type \w+Tables = \{([\s\S]*?)\n\};/.exec(read(file))?.[1] ?? "")
    .join("\n");
  return new Map(
    [...lines.matchAll(/^ {2}(\w+): .+;(?: \/\/ ([\w ]+))?$/gm)].map(([, table = "", owner = ""]) => [
      table,
      owner,
    ]),
  );
}

function writesOf(file: string): string[] {
  const text = read(file);
  const builder = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)/g)].map(
    ([, table = ""]) => table,
  );
  const raw = [
    ...text.matchAll(
      /\b(?:insert into|update|delete from)\s+(\w+)\b(?=\s*(?:\(|set\b|where\b|as\b|select\b|values\b))/gi,
    ),
  ].map(([, table = ""]) => table);
  const owners = tableOwners();
  return [...new Set([...builder, ...raw])].filter((table) => owners.has(table));
}
