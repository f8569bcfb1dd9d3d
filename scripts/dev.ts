/*
 * The app with reload of server and web (`npm run dev`): one database for the whole session, the server started anew
 * after each change of `contract/` or `server/`, and Vite in front of it for the web.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Environment, readConfig, readEnvironment } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { checkPort } from "#server/start/check-port.ts";
import { makeProgress } from "#server/start/progress.ts";
import { StartError } from "#server/start/start-error.ts";

const progress = makeProgress(process.stdout);

try {
  await develop();
} catch (error) {
  progress.stop();
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`waypost: ${error.message}\n`);
  process.exitCode = 1;
}

async function develop() {
  const env = readEnvironment();
  const config = readConfig(env);
  const serverPort = config.port + 1;
  await checkPort(config.host, config.port);
  await checkPort("127.0.0.1", serverPort);
  const database = await openDatabase(config, progress.say);
  await database.pool.end();
  progress.done();
  const settings = {
    ...env,
    PORT: String(serverPort),
    PUBLIC_URL: config.publicUrl,
    ...(config.databaseUrl
      ? {}
      : {
          DATABASE_URL: socketUrl(database.appConfig ?? {}),
          DATABASE_OWNER_URL: socketUrl(database.poolConfig),
          DATABASE_GUEST_URL: socketUrl(database.guestConfig ?? {}),
        }),
    DATA_DIR: config.dataDir,
    DEMO: config.demo ? "on" : "off",
  };
  const reload = ["--watch", "--watch-preserve-output"];
  const front = [
    "--host",
    config.host,
    "--port",
    String(config.port),
    "--strictPort",
    "--clearScreen",
    "false",
    // Such as `npm run dev -- --mode de` for German.
    ...process.argv.slice(2),
  ];
  const children = [
    startChild([...reload, "server/main.ts"], settings),
    startChild(["node_modules/vite/bin/vite.js", ...front], settings),
  ];
  const end = async (status: number) => {
    await Promise.all(children.map(endChild));
    await database.stop();
    process.exit(status);
  };
  for (const child of children) child.once("exit", () => void end(1));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => void end(0));
}

function startChild(parameters: string[], env: Environment): ChildProcess {
  return spawn(process.execPath, parameters, { stdio: ["ignore", "inherit", "inherit"], env });
}

async function endChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.removeAllListeners("exit");
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** The embedded server's address as a DATABASE_URL, for a process that is started anew while it runs on. */
function socketUrl({
  host = "",
  port = 5432,
  user = "",
  password,
  database = "",
}: {
  host?: string | undefined;
  port?: number | undefined;
  user?: string | undefined;
  password?: unknown;
  database?: string | undefined;
}): string {
  const secret = typeof password === "string" ? `:${password}` : "";
  return `postgres://${user}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
