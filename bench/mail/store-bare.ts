import { randomBytes, randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/** The least that keeps a mail: a file, flushed, and one row that is noted after it. */
export async function storeBare(
  pool: pg.Pool,
  folder: string,
  raw: string | Buffer,
  finish: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  const path = join(folder, randomUUID());
  const file = await open(`${path}.new`, "wx");
  await file.writeFile(raw);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
  await finish(folder);
  await pool.query("insert into bench_bare_mails (id, hash, at) values ($1, $2, now())", [
    randomUUID(),
    randomBytes(32),
  ]);
}

/** Without it a file that was flushed can be gone by its name after the power failed. */
export async function flushNames(folder: string): Promise<void> {
  const names = await open(folder, "r");
  await names.sync();
  await names.close();
}
