import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from "@aws-sdk/client-s3";
import { type Calls, isUnknownCall } from "./calls.ts";

const NAME = /(?:^|\/)[\da-f]{2}\/([\da-f]{64})$/;

/** Lists the hashes of objects that were last written before a moment, a page of the store at a time. */
export async function* listOldObjects(calls: Calls, before: number): AsyncGenerator<Buffer[]> {
  for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
    const page = { Bucket: calls.bucket, Prefix: calls.prefix, ContinuationToken: token };
    const { Contents = [], NextContinuationToken } = await calls.attempt((client) =>
      client.send(new ListObjectsV2Command(page), { requestTimeout: 30_000 }),
    );
    const old = Contents.filter(({ LastModified }) => LastModified && LastModified.getTime() < before);
    const hashes = old.flatMap(({ Key = "" }) => NAME.exec(Key)?.[1] ?? []);
    if (hashes.length > 0) yield hashes.map((hash) => Buffer.from(hash, "hex"));
    token = NextContinuationToken;
  }
}

/** Aborts uploads in parts that were begun before a moment; stores that list none keep them to themselves. */
export async function abortOldUploads(calls: Calls, before: number): Promise<void> {
  const place = { Bucket: calls.bucket };
  const list = new ListMultipartUploadsCommand({ ...place, Prefix: calls.prefix });
  const { Uploads = [] } = await calls
    .attempt((client) => client.send(list, { requestTimeout: 30_000 }))
    .catch((error: unknown) => {
      if (isUnknownCall(error)) return { Uploads: [] };
      throw error;
    });
  const old = Uploads.filter(({ Initiated }) => Initiated && Initiated.getTime() < before);
  for (const { Key, UploadId } of old)
    await calls.attempt((client) =>
      client.send(new AbortMultipartUploadCommand({ ...place, Key, UploadId })),
    );
}
