import { uploads } from "#contract/uploads.ts";
import { serveRaw, type Floor } from "../lib/serve.ts";
import { keptOnce } from "./kept-once.ts";
import { getFile } from "./read.ts";
import { receiveFile, receiving } from "./receive.ts";
import { sweepFiles } from "./sweep.ts";
import { keepFile, refuseManyDrafts } from "./write.ts";

/** Drafts only. Files of tickets and comments are served by the room `comments`, which knows who sees what. */
export function uploadRoutes(floor: Floor): void {
  receiving(floor, (within) => {
    serveRaw(within, uploads.draft, async (ctx, _input, { request, reply }) => {
      await refuseManyDrafts(ctx);
      const file = await receiveFile(floor.house.files, request, (arrival) =>
        keptOnce(ctx, request, arrival, async (inside) =>
          getFile(inside.db, await keepFile(inside, arrival, { ticketId: null, commentId: null })),
        ),
      );
      await reply.code(201).send(file);
    });
  });
  floor.jobs.push({
    name: "uploads.sweep",
    every: "20 3 * * *",
    run: async () => void (await sweepFiles(floor.house)),
  });
}
