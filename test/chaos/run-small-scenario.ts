import type { ClientConfig } from "pg";
import { expect, inject } from "vitest";
import { lineOf, runScenario } from "../../chaos/run-scenario.ts";
import { SCENARIOS } from "../../chaos/scenario-list.ts";

type SmallScenario = {
  rounds: number;
  /** In databases of their own on the run's one server, where nothing of the server's own is broken. */
  on?: "own server" | "shared server";
};

/** A small, seeded dose of a scenario of `npm run chaos`, on the embedded database. */
export async function runSmallScenario(
  name: string,
  { rounds, on }: SmallScenario,
  context: { skip(words: string): void },
) {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  const { connection, template } = inject("databaseServer");
  const shared = on === "shared server" ? { url: urlOf(connection), template } : { url: null };
  const missing = scenario.missing?.({ ...shared, server: null }) ?? null;
  if (missing !== null) return context.skip(missing);
  const { outcome, held } = await runScenario(scenario, { rounds, seed: 5, ...shared, server: null });
  expect(held, [lineOf(scenario, outcome, held, 5, "embedded"), ...outcome.anomalies].join("\n")).toBe(true);
}

/** The host's place is taken by a folder with a socket, which no host name can say. */
function urlOf({ host = "", port, user, password, database }: ClientConfig): string {
  const url = new URL(`postgres://localhost/${database ?? "postgres"}`);
  url.username = user ?? "";
  url.password = typeof password === "string" ? password : "";
  if (port !== undefined) url.port = String(port);
  if (host.startsWith("/")) url.searchParams.set("host", host);
  else url.hostname = host;
  return url.href;
}
