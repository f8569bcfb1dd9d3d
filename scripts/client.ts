/*
 * Makes the official client of the API (`npm run client [DIR]`): a package with JavaScript, types generated from the
 * contract, and a README of its own.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { VERSION } from "#server/version.ts";
import { writeApiTypes } from "./api-client/write-api-types.ts";
import { readTarget } from "./command-line/read-target.ts";

const root = join(import.meta.dirname, "..");
const folder = resolve(readTarget("client", "DIR") ?? join(root, "dist", "client"));
const source = mkdtempSync(join(tmpdir(), "waypost-client-"));
try {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(source, "api.ts"), await writeApiTypes());
  const client = readFileSync(join(root, "scripts/api-client/waypost.ts"), "utf8");
  writeFileSync(
    join(source, "index.ts"),
    client.replace("#contract/api.ts", "./api.js").replace(/^\/\/.*\n/, ""),
  );
  compile();
  copyFileSync(join(root, "scripts/api-client/README.md"), join(folder, "README.md"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(describePackage(), null, 2)}\n`);
} finally {
  rmSync(source, { recursive: true, force: true });
}
process.stdout.write(`client: waypost-client ${VERSION} in ${folder}\n`);

function compile(): void {
  const config = {
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      lib: ["es2023", "dom", "dom.iterable"],
      strict: true,
      declaration: true,
      types: [],
      rootDir: ".",
      outDir: folder,
    },
    files: ["index.ts"],
  };
  writeFileSync(join(source, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(source, "package.json"), JSON.stringify({ type: "module" }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", join(source, "tsconfig.json")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function describePackage(): object {
  return {
    name: "waypost-client",
    version: VERSION,
    description: "The typed client of the Waypost API",
    license: "MIT",
    type: "module",
    engines: { node: ">=20" },
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    files: ["*.js", "*.d.ts", "README.md", "LICENSE"],
    sideEffects: false,
  };
}
