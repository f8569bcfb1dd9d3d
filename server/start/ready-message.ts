import type { Config } from "#server/config.ts";

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

export type ReadyFacts = {
  /** Seconds since the start, in words. */
  took: string;
  /** The folder of the embedded database's files, or null. */
  place: string | null;
  /** Opens /setup once; absent when somebody administers the desk. */
  setupCode?: string | null;
  /** False once the demo's people are gone: nobody signs in as one of them. */
  hasSamples?: boolean;
  /** Example accounts that are left with the demo off: nobody signs in as one of them. */
  sampleAccounts?: number;
};

/** Formats the block that ends a start: address, place of the data, sign-ins. */
export function formatReadyMessage(
  config: Config,
  { took, place, setupCode, hasSamples = true, sampleAccounts = 0 }: ReadyFacts,
): string {
  const lines = [
    `${config.brandName} is ready (${took}). Ctrl-C ends it.`,
    "",
    `Address   ${config.publicUrl}`,
    `Data      ${config.dataDir}`,
  ];
  if (config.databaseUrl) lines.push("Database  the one of DATABASE_URL");
  else if (place && place !== config.dataDir) {
    lines.push(`Database  ${place} (its user cannot reach the data directory)`);
  }
  if (setupCode)
    lines.push(
      "",
      `Nobody administers this desk yet. Open ${config.publicUrl}/setup`,
      `with the code ${setupCode}, which works once.`,
    );
  if (sampleAccounts > 0)
    lines.push(
      "",
      `The demo is off, and ${sampleAccounts} example accounts cannot sign in: npm run admin -- go-live EMAIL removes them.`,
    );
  if (config.demo && hasSamples)
    lines.push("", "Sign in with the password waypost-demo as", ...signIns.map(formatSignIn));
  return `\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n\n`;
}

function formatSignIn([email, name, role]: (typeof signIns)[number]): string {
  return `  ${email.padEnd(27)}${name.padEnd(17)}${role}`;
}
