/*
 * The list of parts of a release (`npm run sbom [FILE]`): every package of the lock file with version, licence and
 * hash, as CycloneDX. Refuses a list that leaves a package out.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readLock } from "./complete-package-lock.ts";
import { readTarget } from "./command-line/read-target.ts";

type Part = {
  name: string;
  version: string;
  hashes?: object[];
  externalReferences?: { type: string; url: string }[];
};
type Parts = { metadata: { component: Part }; components: Part[] };

const root = join(import.meta.dirname, "..");
const target = readTarget("sbom", "FILE");
const parts = readParts();
const file = target ?? join(root, "dist", `waypost-${parts.metadata.component.version}.cdx.json`);
const missing = missingFrom(parts);
if (missing.length > 0) throw new Error(`The list of parts leaves out: ${missing.join(", ")}.`);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(withoutSources(parts), null, 2)}\n`);
process.stdout.write(`sbom: ${parts.components.length} packages in ${file}\n`);

/** From the lock file alone, so that it is the same on every machine. */
function readParts(): Parts {
  const listed = execFileSync("npm", ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  return JSON.parse(listed);
}

function missingFrom({ components }: Parts): string[] {
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return Object.entries(readLock().packages).flatMap(([path, { version }]) => {
    const name = path.split("node_modules/").at(-1);
    return path === "" || listed.has(`${name}@${version}`) ? [] : [`${name}@${version}`];
  });
}

/** The address that a package was fetched from is left out: it differs by machine, and is nobody else's business. */
function withoutSources({ components, ...rest }: Parts): Parts {
  return {
    ...rest,
    components: components.map(({ externalReferences, ...part }) => ({
      ...part,
      externalReferences: externalReferences?.filter(({ type }) => type !== "distribution"),
    })),
  };
}
