import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { sendRefusal } from "./lib/problem.ts";
import { refuse } from "./lib/refusal.ts";

const BUILT = fileURLToPath(new URL("../dist/web/", import.meta.url));
const DAY = 86_400;

/** Serves the built app: hashed files for a year, the page itself always fresh, and the page for every address of the app. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(`${BUILT}index.html`)) {
    app.setNotFoundHandler((request, reply) =>
      sendRefusal(request, reply, refuse(404, "The web app is not built yet")),
    );
    return;
  }
  await app.register(fastifyStatic, {
    root: BUILT,
    preCompressed: true,
    index: false,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? `public, max-age=${365 * DAY}, immutable` : "no-cache");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") && !/^\/(api|assets)\//.test(request.url);
    if (isPage) return reply.code(200).sendFile("index.html");
    return sendRefusal(request, reply, refuse(404, "There is nothing at this address"));
  });
}
