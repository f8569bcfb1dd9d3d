import { globSync, statSync } from "node:fs";

/**
 * Tests that take 10 s or more on a busy machine, the longest first. The access matrix is not among them, though only one
 * takes longer: who may see what is asked every time.
 */
export const LONG_TESTS = [
  "test/access/mutants.test.ts",
  "test/chaos/mail.test.ts",
  "test/security/13-stored-scripts.test.ts",
  "test/chaos/failing-statements.test.ts",
  "server/main.test.ts",
  "test/chaos/faults.test.ts",
  "test/chaos/repeats-and-load.test.ts",
  "test/access/canary.test.ts",
  "test/chaos/restarts.test.ts",
  "test/mass-assignment.test.ts",
  "server/merges/trees.test.ts",
  "server/backup/move-desk.test.ts",
  "server/sla/clock/oracle.test.ts",
  "server/tickets/list/planned-once.test.ts",
  "test/security/14-15-attachments.test.ts",
  "server/demo/going-live.test.ts",
  "test/access/canary-through-pooler.test.ts",
  "test/security/18-injected-sql.test.ts",
  "server/mail/outbox.test.ts",
  "test/security/incoming-mail-leaks.test.ts",
  "server/import/import-command.test.ts",
  "server/onboarding/onboarding.test.ts",
  "server/backup/hostile-backups.test.ts",
  "server/db/poolers.test.ts",
  "server/incoming/doors/shell/mail-command.test.ts",
  "server/db/several-hosts.test.ts",
  "server/comments/scheduled/asked-anew.test.ts",
  "server/mail/hostile-answers.test.ts",
  "server/users/account/second-factor.test.ts",
  "server/incoming/doors/imap/imap-faults.test.ts",
  "server/incoming/process.test.ts",
  "server/incoming/clients-and-colleagues-mail.test.ts",
  "server/incidents/leaks.test.ts",
  "test/security/nothing-private-in-logs.test.ts",
  "test/chaos/fuzz.test.ts",
  "server/lib/work/jobs.test.ts",
  "server/tickets/list/search.test.ts",
  "server/merges/undo.test.ts",
  "server/seed/seed.test.ts",
  "server/sla/purity.test.ts",
  "test/security/18-injected-sql-through-pooler.test.ts",
  "test/security/18-injection.test.ts",
  "server/backup/backup.test.ts",
  "server/db/embedded/embedded.test.ts",
  "server/tickets/follow-up/wake.test.ts",
  "server/backup/backup-of-a-store.test.ts",
  "server/lib/file-store/s3/s3-store.test.ts",
  "server/uploads/object-store-away.test.ts",
  "server/db/read-replica.test.ts",
  "server/merges/merged-tickets.test.ts",
  "server/comments/mentions.test.ts",
  "server/incidents/merged-incidents.test.ts",
  "server/uploads/move-blobs.test.ts",
  "server/private-files.test.ts",
  "server/calendars/windows.test.ts",
  "server/incidents/answer-all.test.ts",
  "server/lib/mime/read-in-worker.test.ts",
];

/** `npm test` runs one of as many parts of the long tests and of the stories, and everything else. */
export const PARTS = 6;

/** The part that is asked for (1 to `PARTS`), or null: all of them. */
export function askedPart(environment: NodeJS.ProcessEnv = process.env): number | null {
  const asked = environment["TEST_PART"];
  if (asked === undefined) return null;
  const part = Number(asked);
  if (!Number.isInteger(part) || part < 1 || part > PARTS) {
    throw new Error(`TEST_PART is a number from 1 to ${PARTS}, not "${asked}".`);
  }
  return part;
}

/** What the asked part leaves out of files whose longest come first; nothing without a part. */
export function leftOut(files: readonly string[], part: number | null): string[] {
  return part === null ? [] : files.filter((_, at) => partAt(at) !== part);
}

/** The stories' files, those with the most in them first. */
export function storyFiles(): string[] {
  const sizes = globSync("e2e/**/*.spec.ts", { cwd: new URL("..", import.meta.url) })
    .map((file) => ({ file, size: statSync(new URL(`../${file}`, import.meta.url)).size }))
    .toSorted((one, other) => other.size - one.size || (one.file < other.file ? -1 : 1));
  return sizes.map(({ file }) => file);
}

/** Dealt there and back, so that no part has the longer one of every round. */
function partAt(index: number): number {
  const [round, place] = [Math.floor(index / PARTS), index % PARTS];
  return round % 2 === 0 ? place + 1 : PARTS - place;
}
