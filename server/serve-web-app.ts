import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendRefusal } from "#server/lib/http/problem-details.ts";
import { refuse } from "#server/lib/refusal.ts";

const BUILT = fileURLToPath(new URL("../dist/web/", import.meta.url));
const DAY = 86_400;
/** The name of a file of the build: of one segment, and none that is hidden. */
const FILE_NAME = /^[\w-][\w.-]*$/;

/**
 * Serves the built app: hashed files for a year, the page itself always fresh, and the page for every address of the
 * app, in the language that was chosen in this browser.
 */
export async function serveWeb(fastify: FastifyInstance): Promise<void> {
  if (!existsSync(`${BUILT}index.html`)) {
    fastify.setNotFoundHandler((request, reply) =>
      sendRefusal(request, reply, refuse(404, "server.web_not_built")),
    );
    return;
  }
  await fastify.register(fastifyStatic, {
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
  // A page asks for dozens of these. The plugin's own route would list their folder, of a thousand files, for each.
  fastify.get<{ Params: { file: string } }>("/assets/:file", ({ params: { file } }, reply) =>
    FILE_NAME.test(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound(),
  );
  const translated = translatedPages();
  // English without a choice, whatever the browser prefers.
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(200)
      .header("vary", "Cookie")
      .sendFile(translated.get(request.cookies["language"] ?? "") ?? "index.html");
  // Its own route: the files' one would refuse to show the folder.
  fastify.get("/", sendPage);
  fastify.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") && !/^\/(api|assets)\//.test(request.url);
    if (isPage) return sendPage(request, reply);
    return sendRefusal(request, reply, refuse(404, "request.unknown_address"));
  });
}

/** Finds the pages in other languages than English, by the code that the cookie of the settings holds. */
function translatedPages(): Map<string, string> {
  const named = readdirSync(BUILT).map(
    (file) => [/^index\.([a-z]{2})\.html$/.exec(file)?.[1] ?? "", file] as const,
  );
  return new Map(named.filter(([language]) => language !== ""));
}
