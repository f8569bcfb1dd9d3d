import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { endProcess, isListening } from "../../test/support/processes/child-process.ts";
import { freePort } from "../../test/support/processes/spawn-app.ts";
import { fillExample } from "./changed-file.ts";

export type RealProxy = { address: string; stop(): Promise<void> };

/** The proxies that are installed here, each with the example of ops/ before two instances on these ports. */
export const PROXIES: Record<string, (folder: string, ports: number[]) => Promise<RealProxy>> = {
  ...(existsSync("/usr/sbin/nginx") ? { nginx } : {}),
  ...(existsSync("/usr/bin/caddy") ? { caddy } : {}),
};

/** Only what has to be different here is replaced: names, ports and certificates. */
async function nginx(parent: string, ports: number[]): Promise<RealProxy> {
  const { folder, certificate, key } = makeCertificate(parent, "nginx");
  const [plain, secure] = [await freePort(), await freePort()];
  const site = fillExample("nginx.conf", [
    ["listen 80;", `listen 127.0.0.1:${plain};`],
    ["listen 443 ssl", `listen 127.0.0.1:${secure} ssl`],
    ["127.0.0.1:3001", `127.0.0.1:${ports[0]}`],
    ["127.0.0.1:3002", `127.0.0.1:${ports[1]}`],
    ["/etc/letsencrypt/live/desk.example.com/fullchain.pem", certificate],
    ["/etc/letsencrypt/live/desk.example.com/privkey.pem", key],
  ]).replaceAll("desk.example.com", "localhost");
  writeFileSync(join(folder, "site.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
     ${process.getuid?.() === 0 ? "user root;" : ""} events { worker_connections 4096; }
     http { access_log off; ${temporary.join(" ")} include ${join(folder, "site.conf")}; }\n`,
  );
  return run(folder, secure, ["/usr/sbin/nginx", "-c", join(folder, "nginx.conf"), "-p", folder]);
}

async function caddy(parent: string, ports: number[]): Promise<RealProxy> {
  const { folder, certificate, key } = makeCertificate(parent, "caddy");
  const secure = await freePort();
  const site = fillExample("Caddyfile", [
    ["{$SITE} {", `https://localhost:${secure} {\n\ttls ${certificate} ${key}`],
    ["reverse_proxy one:3000 two:3000", `reverse_proxy 127.0.0.1:${ports[0]} 127.0.0.1:${ports[1]}`],
  ]);
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  const file = join(folder, "Caddyfile");
  return run(folder, secure, ["/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", file]);
}

/** For localhost, and believed by this process alone. */
function makeCertificate(parent: string, name: string) {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const wanted =
    "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost";
  const made = spawnSync("openssl", [...wanted.split(" "), "-keyout", key, "-out", certificate], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(certificate, "utf8")]);
  return { folder, certificate, key };
}

async function run(
  folder: string,
  port: number,
  [program = "", ...parameters]: string[],
): Promise<RealProxy> {
  const log = openSync(join(folder, "log"), "a");
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", log, log],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  while (child.exitCode === null && !(await isListening(port))) await pause(50);
  if (child.exitCode !== null) throw new Error(`${program}: ${readFileSync(join(folder, "log"), "utf8")}`);
  return {
    address: `https://localhost:${port}`,
    stop: () => {
      process.off("exit", end);
      return endProcess(child, "SIGTERM");
    },
  };
}
