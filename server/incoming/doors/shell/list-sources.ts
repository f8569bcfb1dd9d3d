import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "#server/start/start-error.ts";

/** A file with mails: one mail, or many behind each other (mbox). */
export type Source = { path: string; bytes: number; kind: "mail" | "mbox" };

/** Folders of a Maildir whose files are mails; those in `tmp` are not whole yet. */
const MAILDIR = ["cur", "new"];

/**
 * Lists the files of paths that are mails, mboxes, Maildirs, or folders with any of these. Refuses a path that does not
 * exist.
 */
export async function listSources(paths: readonly string[]): Promise<Source[]> {
  const sources: Source[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) throw new StartError(`There is no file or folder ${path}.`);
    if (found.isDirectory()) sources.push(...(await listFolder(path)));
    else sources.push({ path, bytes: found.size, kind: await tellKind(path) });
  }
  return sources;
}

async function listFolder(folder: string): Promise<Source[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isMaildir = MAILDIR.every((name) => names.has(name));
  const sources: Source[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isMaildir && entry.name === "tmp") continue;
      const inside = isMaildir && MAILDIR.includes(entry.name) ? listMails(path) : listFolder(path);
      sources.push(...(await inside));
    } else if (entry.isFile() && /\.(eml|mbox)$/i.test(entry.name))
      sources.push({ path, bytes: (await stat(path)).size, kind: await tellKind(path) });
  }
  return sources;
}

/** Whatever its name: a Maildir names mails by time and flags. */
async function listMails(folder: string): Promise<Source[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  return Promise.all(
    names.toSorted().map(async (name): Promise<Source> => {
      const path = join(folder, name);
      return { path, bytes: (await stat(path)).size, kind: "mail" };
    }),
  );
}

/** An mbox begins with a line that no mail begins with. */
async function tellKind(path: string): Promise<Source["kind"]> {
  const file = await open(path).catch(() => {
    throw new StartError(`The file ${path} cannot be read.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(5), 0, 5, 0);
    return bytesRead === 5 && buffer.toString("latin1") === "From " ? "mbox" : "mail";
  } finally {
    await file.close();
  }
}
