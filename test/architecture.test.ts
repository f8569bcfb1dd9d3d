import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  findCircle,
  type Import,
  importsOf,
  programsIn,
  readSource,
  ROOT,
} from "./support/source-code/source-tree.ts";
import { ownersOfTables, tablesWrittenIn } from "./support/source-code/table-owners.ts";

/** The layers, features and sub-folders of ARCHITECTURE.md, checked on every import and every table that is written. */
const LAYERS = ["contract", "server", "web"];
/** What reads people's words for page and letter; the page loads it when a text needs it. */
const READS_MARKDOWN = /^contract\/markdown\//;
/** Folders of a layer that are no features, because they know none. */
const TOOLS = new Set(["lib", "ui", "db", "styles", "start", "public", "art"]);
/** Contract files that the browser may load before a form asks for its schema: none of them brings zod along. */
const LIGHT =
  /^contract\/(access\/|access-matrix\/operation-names|events|languages|limits|allowances|retention\/|statuses|labels|translation-type|refusals\/|text\/|tags\/|views\/|links\/|merges\/|tickets\/follow-up-(filters|presets)|calendars\/|sla\/(messages|preset|targets)|query-keys|import\/|inbox\/|incidents\/|comments\/(mention-text|send-times)|replies\/(code-places|escape-value|placeholder-labels|placeholders|render)|macros\/stale-words|mailboxes\/(mailbox-kinds|notes))/;
/** Folders with more siblings than a person takes in at a glance; named in the report, not refused. */
const MANY_SIBLINGS = 20;

const files = LAYERS.flatMap((layer) => programsIn(layer));
const imports = files.flatMap(importsOf);
const tooling = ["scripts", "bench", "chaos", "e2e", "test"].flatMap((folder) => programsIn(folder));

describe("layers", () => {
  it("let server and web import the contract, and nothing else cross", () => {
    const crossings = imports.filter(
      ({ from, to }) => layerOf(to) !== null && layerOf(from) !== layerOf(to) && layerOf(to) !== "contract",
    );
    expect(crossings).toEqual([]);
  });

  it("keep the contract free of everything but zod, and of marked where it reads Markdown", () => {
    const foreign = imports.filter(
      ({ from, to }) =>
        layerOf(from) === "contract" &&
        layerOf(to) !== "contract" &&
        to !== (READS_MARKDOWN.test(from) ? "marked" : "zod"),
    );
    expect(foreign).toEqual([]);
  });

  it("keep zod out of what the browser loads first", () => {
    const light = files.filter((file) => LIGHT.test(file));
    expect(imports.filter(({ from, to }) => light.includes(from) && !light.includes(to))).toEqual([]);
  });

  it("load schemas in the browser only as types, or on demand", () => {
    expect(files.filter((file) => file.startsWith("web/")).flatMap(schemasLoadedAtOnce)).toEqual([]);
  });

  it("never import what stands around them: scripts, tests, bench, chaos", () => {
    expect(imports.filter(({ to }) => /^(scripts|bench|chaos|e2e|test)\//.test(to))).toEqual([]);
  });
});

describe("features", () => {
  it("are not known to lib, ui and db", () => {
    const leaks = imports.filter(
      ({ from, to }) => /^(server|web)\/(lib|ui|db)\//.test(from) && featureOf(to) !== null,
    );
    expect(leaks).toEqual([]);
  });

  it("have routes that only the assembler of their layer imports", () => {
    const assemblers = new Set(["server/app.ts", "web/router.tsx"]);
    expect(imports.filter(({ from, to }) => /\/routes\.tsx?$/.test(to) && !assemblers.has(from))).toEqual([]);
  });

  it("use each other without circles", () => {
    for (const layer of ["server", "web"]) {
      const within = imports.filter(({ from }) => from.startsWith(`${layer}/`));
      expect(findCircle(within, firstFolder)).toBeNull();
    }
  });

  it("keep routes, pages and the contract free of SQL", () => {
    expect(
      imports.filter(({ from, to }) => to === "kysely" && /\/routes\.ts$|^web\/|^contract\//.test(from)),
    ).toEqual([]);
  });

  it("leave the HTTP server to app, routes, lib and the few files that identify or stream", () => {
    const allowed =
      /^server\/(app|serve-web-app|health|auth\/session\/identify-actor)\.ts$|^server\/lib\/|\/(routes|cookie|receive-upload|send-file|store-upload-once|stream)\.ts$/;
    const found = imports.filter(({ to }) => /^(fastify|@fastify\/)/.test(to));
    expect(found.filter(({ from }) => !allowed.test(from))).toEqual([]);
  });
});

describe("sub-folders", () => {
  it("use their root and their siblings without circles", () => {
    for (const feature of new Set(files.map(firstFolder).filter((folder) => folder !== null))) {
      const within = imports.filter(
        ({ from, to }) => firstFolder(from) === feature && firstFolder(to) === feature,
      );
      expect(findCircle(within, secondFolder)).toBeNull();
    }
  });

  it("are entered from another feature only by name, never as a whole", () => {
    expect([...files, ...tooling].filter((file) => /\/index\.tsx?$/.test(file)).filter(isBarrel)).toEqual([]);
  });
});

describe("files", () => {
  it("import each other without circles, types included", () => {
    const everywhere = [...imports, ...tooling.flatMap(importsOf)];
    expect(findCircle(everywhere, (path) => (/\.(tsx?|mjs)$/.test(path) ? path : null))).toBeNull();
  });

  it("stand among few siblings (a report)", () => {
    const crowded = [...countSiblings([...files, ...tooling])].filter(([, count]) => count > MANY_SIBLINGS);
    const lines = crowded.toSorted(([, a], [, b]) => b - a).map(([folder, count]) => `${count} ${folder}`);
    // Said, not refused: whether a folder is crowded is for people to judge.
    process.stdout.write(`folders with more than ${MANY_SIBLINGS} programs: ${lines.join(", ") || "none"}\n`);
    expect(files.length).toBeGreaterThan(500);
  });
});

describe("tables", () => {
  const owners = ownersOfTables();

  it("are written by the feature that owns them alone", () => {
    const foreign = files
      // The demo and the seed fill every table at once, before anybody works there.
      .filter((file) => file.startsWith("server/") && !/^server\/(demo|seed)\//.test(file))
      .flatMap((file) => tablesWrittenIn(file, owners).map((table) => ({ file, table })))
      .filter(({ file, table }) => owners.get(table) !== (featureOf(file) ?? "lib"));
    expect(foreign).toEqual([]);
  });

  it("all have an owner", () => {
    expect([...owners.values()].filter((owner) => owner === "")).toEqual([]);
    expect(owners.size).toBeGreaterThan(30);
  });
});

describe("what is written about the structure", () => {
  it("draws every feature on the layers that it has", () => {
    const drawn = [...readSource("ARCHITECTURE.md").matchAll(/^\| `(\w+)` +\|([ x]+)\|([ x]+)\|([ x]+)\|/gm)];
    const marks = drawn.map(([, feature = "", ...cells]) =>
      rowOf(
        feature,
        cells.map((cell) => cell.includes("x")),
      ),
    );
    const features = new Set(files.map(featureOf).filter((feature) => feature !== null));
    const standing = [...features].map((feature) =>
      rowOf(feature, [
        files.includes(`contract/${feature}.ts`),
        ...["server", "web"].map((layer) => files.some((file) => file.startsWith(`${layer}/${feature}/`))),
      ]),
    );
    expect(marks.toSorted()).toEqual(standing.toSorted());
  });

  it("names every folder in the README's tree", () => {
    const tree = /## The tree\n\n```\n([\s\S]*?)```/.exec(readSource("README.md"))?.[1] ?? "";
    const unnamed = foldersIn(".").concat(foldersIn("server"), foldersIn("web"));
    expect(unnamed.filter((folder) => !tree.includes(`${folder}/`))).toEqual([]);
  });

  it("has a reason for every package, and against each likely one that is not here", () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readSource("package.json"));
    const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    const [present = "", absent = ""] = readSource("docs/dependencies.md").split("\n## What is not here\n");
    expect(packagesWithReasons(present).toSorted()).toEqual(packages.toSorted());
    const missed = packagesWithReasons(absent);
    expect(missed).toContain("express");
    expect(missed.filter((name) => packages.includes(name))).toEqual([]);
    expect(absent.match(/^\| `.+\|\s*\|$/gm)).toBeNull();
  });
});

/** From tables of three columns: package, reason, why not. A row of another form counts for nothing. */
function packagesWithReasons(markdown: string): string[] {
  const rows = [...markdown.matchAll(/^\| (`[^|]+`) \| [^|]+ \|[^|]*\|$/gm)];
  return rows.flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "));
}

function layerOf(path: string): string | null {
  return LAYERS.find((layer) => path.startsWith(`${layer}/`)) ?? null;
}

/** `server/tickets`, and `server/lib` as well; null for what stands beside the folders. */
function firstFolder(path: string): string | null {
  return /^(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

/** `server/tickets/list`; null for the files of a feature's root. */
function secondFolder(path: string): string | null {
  return /^(?:server|web)\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

function featureOf(path: string): string | null {
  const feature = firstFolder(path)?.split("/")[1];
  return feature === undefined || TOOLS.has(feature) ? null : feature;
}

/** Static imports that run, of contract files that bring zod along. */
function schemasLoadedAtOnce(file: string): Import[] {
  return [...readSource(file).matchAll(/(?:^|\n)import\s+(?!type\b)[^"';]*?from\s*"#contract\/([^"]+)"/g)]
    .map(([, to]) => ({ from: file, to: `contract/${to}` }))
    .filter(({ to }) => !LIGHT.test(to) && !READS_MARKDOWN.test(to));
}

function isBarrel(file: string): boolean {
  return /(?:^|\n)export (\*|\{[^}]*\}) from /.test(readSource(file));
}

function countSiblings(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

function rowOf(feature: string, layers: boolean[]): string {
  return `${feature}: ${layers.map((is) => (is ? "x" : "-")).join(" ")}`;
}

/** Neither hidden ones nor what is installed, built or kept. */
function foldersIn(folder: string): string[] {
  const ignored = readSource(".gitignore").split("\n");
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .filter((name) => !ignored.includes(`${name}/`));
}
