import { randomBytes } from "node:crypto";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { isListening } from "../../../test/support/processes/child-process.ts";
import { makeBaseImages, makeRoot } from "../../faults/containers/base-images.ts";
import { missingPodman, openPodman, type Podman } from "../../faults/containers/podman.ts";
import { call, textOf } from "../../load/call-api.ts";
import { ticketOf } from "../../load/write-and-record.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const containers: Scenario = {
  name: "containers",
  rule: 535,
  words: "ops/Dockerfile is built and ops/compose.yaml run as they are; the containers are made anew",
  rounds: { small: 1, full: 3 },
  missing: missingPodman,
  run,
};

const SITE = "https://localhost";
const APPS = ["waypost_one_1", "waypost_two_1"];

async function run(settings: Settings): Promise<Outcome> {
  for (const port of [80, 443])
    if (await isListening(port)) throw new Error(`port ${port}, which the compose file publishes, is taken`);
  const checkout = copyCheckout(join(settings.folder, "checkout"));
  writeFileSync(join(checkout, "ops/.env"), "POSTGRES_PASSWORD=of-this-run\nSITE=localhost\n");
  const engine = openPodman(join(settings.folder, "podman"), checkout);
  try {
    const root = join(settings.folder, "root");
    await makeRoot(root);
    await makeBaseImages(engine, root);
    settings.say("base images");
    return await tryFiles(engine, settings);
  } finally {
    await engine.podman("rm", "--all", "--force", "--time", "0");
    await engine.podman("system", "reset", "--force");
  }
}

/** The files that git knows, with what was changed in them: what a clone of the next commit would have. */
function copyCheckout(to: string): string {
  const from = fileURLToPath(new URL("../../../", import.meta.url));
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: from, encoding: "utf8" });
  for (const path of listed.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path));
  }
  return to;
}

type Seen = { token: string; ticket: string; attachment: string; bytes: Buffer };

async function tryFiles(engine: Podman, settings: Settings): Promise<Outcome> {
  const { rounds } = settings;
  const anomalies: string[] = [];
  const began = performance.now();
  await engine.podman("build", "-f", "ops/Dockerfile", "-t", "waypost", ...CACHE, ".");
  const built = performance.now();
  settings.say("image");
  await engine.compose("up", "--detach", "--no-build");
  await untilReady(engine);
  const ready = performance.now();
  const written: Seen[] = [];
  /** Of all that was acknowledged, after the last time that the containers were made. */
  let missing: string[] = [];
  const token = await signIn(engine);
  for (let round = 0; round < rounds; round += 1) {
    written.push(await write(token));
    anomalies.push(...(await stopApps(engine)));
    // Containers and networks go, volumes stay.
    await engine.compose("down");
    await engine.compose("up", "--detach", "--no-build");
    await untilReady(engine);
    missing = (await Promise.all(written.map(find))).flat();
    anomalies.push(...missing);
    settings.say(`round ${round + 1}`);
  }
  return {
    rounds,
    acknowledged: written.length * 2,
    lost: missing.length,
    anomalies,
    metrics: {
      "image built in": seconds(built - began),
      "ready after": seconds(ready - built),
      "user of the app": await engine.podman("exec", APPS[0] ?? "", "id", "-un"),
    },
  };
}

/** The machine's own packages of npm, where it has them: what is run stays the same, and is there sooner. */
const CACHE = ["--volume", `${process.env["HOME"] ?? "/root"}/.npm:/root/.npm`];

const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

/** Ready by the word of each image's own health check, and through Caddy with a certificate that is checked. */
async function untilReady({ podman }: Podman): Promise<void> {
  const end = Date.now() + 180_000;
  const healthy = async (name: string) =>
    podman("healthcheck", "run", name).then(
      () => true,
      () => false,
    );
  for (const name of ["waypost_database_1", ...APPS]) {
    while (!(await healthy(name))) {
      if (Date.now() > end) throw new Error(`${name} is not healthy:\n${await podman("logs", name)}`);
      await pause(500);
    }
  }
  const authority = "/data/caddy/pki/authorities/local/root.crt";
  const root = await podman("exec", "waypost_caddy_1", "cat", authority);
  setDefaultCACertificates([...getCACertificates("default"), root]);
  for (;;) {
    const answer = await call(SITE, { method: "GET", path: "/readyz" });
    if (answer.status === 200) return;
    if (Date.now() > end) throw new Error(`${SITE} answers ${answer.status} ${JSON.stringify(answer.body)}`);
    await pause(200);
  }
}

/** As docs/operations/install.md makes the first administrator, who then chooses a password. */
async function signIn({ podman }: Podman): Promise<string> {
  const email = "administrator@example.com";
  const said = await podman("exec", APPS[0] ?? "", "node", "scripts/admin.ts", "create", email);
  const password = /Password {2}(\S+)/.exec(said)?.[1] ?? "";
  const first = await ask("POST", "/api/auth/login", { body: { email, password } });
  const token = textOf(first, "access_token");
  const chosen = "a pass phrase of this run";
  const body = { current_password: password, new_password: chosen };
  const me = await ask("GET", "/api/auth/me", { token });
  await ask("POST", `/api/users/${textOf(me, "id")}/change-password`, { token, body });
  const second = await ask("POST", "/api/auth/login", { body: { email, password: chosen } });
  return textOf(second, "access_token");
}

async function ask(method: string, path: string, more: { token?: string; body?: unknown }): Promise<unknown> {
  const { status, body } = await call(SITE, { method, path, ...more });
  if (status < 200 || status > 299) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
  return body;
}

async function write(token: string): Promise<Seen> {
  const raised = await ask("POST", "/api/tickets", {
    token,
    body: { subject: "Kept", issue: "In a volume." },
  });
  const ticket = ticketOf(raised) ?? "";
  const bytes = randomBytes(3_000_000);
  const body = new FormData();
  body.set("file", new Blob([bytes]), "kept.bin");
  const headers = { authorization: `Bearer ${token}` };
  const address = `${SITE}/api/tickets/${ticket}/attachments`;
  const sent = await fetch(address, { method: "POST", headers, body });
  const said: unknown = await sent.json();
  if (sent.status !== 201) throw new Error(`the upload was answered ${sent.status}`);
  return { token, ticket, attachment: textOf(said, "id"), bytes };
}

/** Each is told by the signal of its image, and ends by itself in the time that the compose file grants. */
async function stopApps({ podman, compose }: Podman): Promise<string[]> {
  await compose("stop", "one", "two");
  const wrong: string[] = [];
  for (const name of APPS) {
    const status = await podman("inspect", name, "--format", "{{.State.ExitCode}}");
    if (status !== "0") wrong.push(`${name} ended with ${status}`);
  }
  return wrong;
}

async function find({ token, ticket, attachment, bytes }: Seen): Promise<string[]> {
  const found = await call(SITE, { method: "GET", path: `/api/tickets/${ticket}`, token });
  const headers = { authorization: `Bearer ${token}` };
  const file = await fetch(`${SITE}/api/attachments/${attachment}`, { headers });
  const same = Buffer.from(await file.arrayBuffer()).equals(bytes);
  return [
    ...(found.status === 200 ? [] : [`ticket ${ticket} was answered ${found.status}`]),
    ...(same ? [] : [`attachment ${attachment}: ${file.status}, and not the same bytes`]),
  ];
}
