import { queryClient } from "#web/lib/api/query-client.ts";
import { isTemporary } from "#web/lib/api/api-error.ts";
import { saveFile } from "#web/lib/browser/save-file.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { fileQuery } from "./data.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";
import type { Attachment } from "./upload-file.ts";

const offlineCache = lazyLoad(() => import("#web/lib/offline/offline-cache.ts"));

/** Saves a file to the person's downloads. A link alone could not carry the token. */
export async function downloadFile(file: Attachment): Promise<void> {
  try {
    saveFile(file.name, await readFile(file));
  } catch (error) {
    toastError(error, UPLOAD_MESSAGES.downloadFailed);
  }
}

/** From the server, else as it was opened here lately. */
async function readFile(file: Attachment): Promise<Blob> {
  const query = fileQuery(file);
  try {
    return await queryClient.fetchQuery({ ...query, retry: false });
  } catch (error) {
    const { readOffline } = await offlineCache();
    const kept = isTemporary(error) ? await readOffline(query.queryKey) : null;
    if (kept?.data instanceof Blob) return kept.data;
    throw error;
  }
}
