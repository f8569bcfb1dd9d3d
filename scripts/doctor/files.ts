import type { Config } from "#server/config.ts";
import { FilesAway } from "#server/lib/file-store/file-store.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { bad, fine, type Finding, note } from "./finding.ts";

/** Whether the object store of attachments answers and lets us in; nothing is written there. */
export async function filesFindings(config: Config): Promise<Finding[]> {
  const { filesStore, filesIn } = config;
  if (!filesStore) return [];
  const files = await openFileStore(config);
  const findings: Finding[] = [];
  try {
    await files.check();
    findings.push(fine("object store", `the bucket ${filesStore.bucket} answers`));
  } catch (error) {
    if (!(error instanceof FilesAway)) throw error;
    findings.push(
      bad(
        "object store",
        `${error.message}: check FILES_URL, and the rights of its key on ${filesStore.bucket}.`,
      ),
    );
  } finally {
    files.close();
  }
  if (filesIn === "folder")
    findings.push(
      note("object store", "FILES_IN is folder: once npm run files -- move is through, take FILES_URL away."),
    );
  if (filesStore.endpoint?.startsWith("http:") && !/\/\/(127\.|localhost|\[::1\])/.test(filesStore.endpoint))
    findings.push(note("object store", "its endpoint is plain http: whoever listens reads attachments."));
  return findings;
}
