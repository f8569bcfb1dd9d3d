import { statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { refuse } from "../refusal.ts";

/** Bytes that stay free below DATA_DIR: the database needs room to end in order. */
export const MIN_FREE_BYTES = 200 * 1024 * 1024;
const EVERY = 3000;

/** Requests allowed on a full disk: staying signed in takes a few bytes, and reading goes on. */
const STILL_OPEN = /^\/api\/auth\/(login|logout|refresh)$/;
const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses 507 for every write while the disk of `folder` has less than `MIN_FREE_BYTES` free; checks every few seconds.
 */
export function watchDiskSpace(fastify: FastifyInstance, folder: string, log: Logger): void {
  let low = false;
  const look = async () => {
    const free = await readFreeBytes(folder);
    const now = free !== null && free < MIN_FREE_BYTES;
    if (now !== low)
      log.warn({ free }, now ? "the disk is nearly full: writes are refused" : "the disk has room again");
    low = now;
  };
  let timer: NodeJS.Timeout | undefined;
  fastify.addHook("onReady", async () => {
    await look();
    timer = setInterval(() => void look(), EVERY).unref();
  });
  fastify.addHook("onClose", async () => clearInterval(timer));
  fastify.addHook("onRequest", async ({ method, url }) => {
    if (!low || READING.has(method) || STILL_OPEN.test(url)) return;
    throw refuse(507, "server.disk_nearly_full");
  });
}

/** Reads the bytes available to this process; null where the system does not tell. */
export async function readFreeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
