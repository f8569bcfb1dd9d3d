import { pipeline, Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  type BrotliOptions,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";

type Coding = "br" | "gzip";
const SHORT = 1024;
/** Quality 4 costs about what gzip costs and is smaller; a window of 256 kB holds every answer but exports. */
const BROTLI: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const GZIP: ZlibOptions = { level: 6 };
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const TEXT = /^(application\/(problem\+)?json|text\/(csv|html|plain))\b/;

/**
 * Compresses the API's text answers of about a kilobyte and more, in the thread pool; built files are compressed
 * beforehand. Not where an answer holds a secret: its length, compressed beside what a stranger may have put in,
 * reveals the secret letter by letter. Event streams go out as they come.
 */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook("onSend", async (request, reply, payload: unknown) => {
    const type = String(reply.getHeader("content-type") ?? "");
    if (!isCompressible(request) || !TEXT.test(type) || reply.hasHeader("content-encoding")) return payload;
    reply.header("vary", addVary(reply.getHeader("vary")));
    const coding = chooseCoding(request.headers["accept-encoding"]);
    if (!coding || request.method === "HEAD") return payload;
    if (payload instanceof Readable) {
      reply.header("content-encoding", coding).removeHeader("content-length");
      return pipeline(payload, createCompressor(coding), ignoreError);
    }
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
    if (Buffer.byteLength(payload) < SHORT) return payload;
    reply.header("content-encoding", coding).removeHeader("content-length");
    return coding === "br" ? compressors.br(payload, BROTLI) : compressors.gzip(payload, GZIP);
  });
}

/** Tokens, codes, and the links of captured mails. */
const SECRETS = /^\/api\/(auth|mail)\b/;

function isCompressible({ url, routeOptions }: FastifyRequest): boolean {
  if (!url.startsWith("/api/") || SECRETS.test(url)) return false;
  return routeOptions.config.endpoint?.answersSecrets !== true;
}

function createCompressor(coding: Coding): Transform {
  return coding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
}

/** Chooses a coding that the client accepts, brotli first; a coding with `q=0` is refused by it. */
function chooseCoding(accepted: string | string[] | undefined): Coding | null {
  const wanted = String(accepted ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";").map((part) => part.trim()))
    .filter(([, quality = "q=1"]) => !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name);
  return wanted.includes("br") ? "br" : wanted.includes("gzip") ? "gzip" : null;
}

function addVary(present: number | string | string[] | undefined): string {
  return [present, "accept-encoding"].flat().filter(Boolean).join(", ");
}

/** Ignores the error here: a reader who leaves, or a source that fails, ends the stream, and the reply handles that. */
function ignoreError(): void {}
