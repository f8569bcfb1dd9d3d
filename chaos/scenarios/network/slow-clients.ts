import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { call } from "../../load/call-api.ts";
import { makePeople } from "../../../test/support/app/signed-in-people.ts";
import { makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const slowClients: Scenario = {
  name: "slow-clients",
  rule: 510,
  words: "clients that send a byte a second, stall or vanish do not keep others from working",
  rounds: { small: 60, full: 500 },
  run,
};

const PATIENCE = 80_000;
const HEAD =
  "POST /api/tickets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n";

/** The kinds of slow clients: one never ends its headers, one never ends its body, one reads no answer. */
const SLOW_CLIENTS: ((socket: Socket, token: string) => NodeJS.Timeout | null)[] = [
  (socket) => {
    socket.write("GET /api/tickets HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
    return setInterval(() => socket.write("a"), 1000);
  },
  (socket, token) => {
    socket.write(`${HEAD}Authorization: Bearer ${token}\r\n\r\n{"subject":"`);
    return null;
  },
  (socket, token) => {
    socket.pause();
    socket.write(`GET /api/tickets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    return null;
  },
];

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "slow");
  const app = await runApp(place.env);
  const anomalies: string[] = [];
  try {
    const [person] = await makePeople(place.connection(), 1);
    const token = person?.token ?? "";
    const alone = await quickness(app, token);
    const began = performance.now();
    const open = new Set<Socket>();
    let longest = 0;
    const timers: (NodeJS.Timeout | null)[] = [];
    const sockets = Array.from({ length: settings.rounds }, (_, index) => {
      const socket = connect(app.port, "127.0.0.1");
      open.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
        longest = performance.now() - began;
      });
      socket.once("connect", () =>
        timers.push(SLOW_CLIENTS[index % SLOW_CLIENTS.length]?.(socket, token) ?? null),
      );
      return socket;
    });
    await pause(1000);
    const beside = await quickness(app, token);
    if (beside.failed > 0)
      anomalies.push(`${beside.failed} of ${beside.asked} quick requests failed beside them`);
    // Clients that got an answer may keep their connection for the 72 seconds that proxies need.
    while (open.size > 0 && performance.now() - began < PATIENCE) await pause(250);
    // A client that reads nothing does not see the end either.
    for (const socket of open) socket.resume();
    await pause(1000);
    if (open.size > 0) anomalies.push(`${open.size} connections were still open at the end`);
    for (const timer of timers) if (timer) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    return {
      rounds: settings.rounds,
      acknowledged: beside.asked - beside.failed,
      lost: 0,
      anomalies,
      metrics: {
        "p99 alone": `${alone.p99} ms`,
        "p99 beside them": `${beside.p99} ms`,
        "all let go after": `${Math.round(longest / 1000)} s`,
      },
    };
  } finally {
    await app.end();
    await place.drop();
  }
}

async function quickness({ address }: Running, token: string) {
  const times: number[] = [];
  let failed = 0;
  for (let n = 0; n < 200; n += 1) {
    const began = performance.now();
    const { status } = await call(address, { method: "GET", path: "/api/auth/me", token });
    if (status !== 200) failed += 1;
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { asked: times.length, failed, p99: Math.round(sorted[Math.floor(times.length * 0.99)] ?? 0) };
}
