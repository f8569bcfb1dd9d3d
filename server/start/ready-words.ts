import type { Config } from "../config.ts";

const signIns = [
  ["admin@waypost.example", "Maren Solberg", "administrator"],
  ["manager@waypost.example", "Rafael Monteiro", "manager"],
  ["lead@waypost.example", "Lena Fischer", "team lead"],
  ["agent@waypost.example", "Idris Okafor", "support specialist"],
  ["admin@kestrel.example", "Priya Nair", "client admin, Kestrel Logistics"],
  ["client@kestrel.example", "Tomás Aguilar", "client, Kestrel Logistics"],
  ["admin@asterlegal.example", "Helena Marsh", "client admin, Aster Legal"],
  ["client@asterlegal.example", "Jonas Weber", "client, Aster Legal"],
] as const;

/** The block that ends a start: where to go, where the data are, how to sign in. */
export function readyWords(config: Config, took: string, extra: string[] = []): string {
  const data = config.databaseUrl ? "the database of DATABASE_URL" : config.dataDir;
  const facts = [`  Address   ${config.publicUrl}`, `  Data      ${data}`];
  if (config.databaseUrl) facts.push(`  Files     ${config.dataDir}`);
  const people = config.demo
    ? ["", "  Sign in with the password waypost-demo as", ...signIns.map(signInLine)]
    : [];
  const more = extra.length > 0 ? ["", ...extra.map((line) => `  ${line}`)] : [];
  return [
    "",
    `  ${config.brandName} is ready (${took}). Ctrl-C ends it.`,
    "",
    ...facts,
    ...people,
    ...more,
    "",
    "",
  ].join("\n");
}

function signInLine([email, name, role]: (typeof signIns)[number]): string {
  return `    ${email.padEnd(27)}${name.padEnd(17)}${role}`;
}
