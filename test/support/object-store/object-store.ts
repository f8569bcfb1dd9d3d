import { readdirSync } from "node:fs";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

export const BUCKET = "attachments";

/** An object store that speaks S3, over a folder; the address is for FILES_URL. */
export async function startObjectStore(folder: string, port = 0) {
  const server = new S3rver({
    address: "127.0.0.1",
    port,
    directory: folder,
    silent: true,
    vhostBuckets: false,
    // It leaves a slash out where it signs calls about a bucket; Swift checks ours (npm run chaos -- object-store).
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  const address = await server.run();
  return {
    port: address.port,
    endpoint: `http://127.0.0.1:${address.port}`,
    url: filesUrl(`http://127.0.0.1:${address.port}`),
    /** The files in which it has the bytes of its objects. */
    list: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith("._S3rver_object"))
        .map((name) => join(folder, name)),
    async stop(): Promise<void> {
      server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}

/** The key of that server, and the address of it or of what stands before it. */
export function filesUrl(endpoint: string, key = "S3RVER:S3RVER"): string {
  return `s3://${key}@${BUCKET}/desk?endpoint=${endpoint}`;
}
