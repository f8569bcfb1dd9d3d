import { existsSync, readdirSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";

/** libfaketime, where Debian puts it (`apt install libfaketime`). */
const library = findLibrary();
export const missingClock = library === null ? "no libfaketime" : null;

/**
 * A clock of its own for the processes that get `env`: they see the machine's time and so much more. Only the wall
 * clock: what counts on regardless (timers, timeouts) goes as ever, as it does when somebody sets a machine's clock.
 */
export function makeClock(folder: string, name: string) {
  const path = join(folder, `${name}.clock`);
  const set = (seconds: number) => {
    writeFileSync(path, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    chmodSync(path, 0o644);
  };
  set(0);
  return {
    set,
    env: {
      LD_PRELOAD: library ?? "",
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DISABLE_SHM: "1",
      FAKETIME_DONT_RESET: "1",
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      // Files keep the machine's times: PostgreSQL and Node compare them with nothing.
      NO_FAKE_STAT: "1",
    },
  };
}

function findLibrary(): string | null {
  if (process.platform !== "linux") return null;
  const folders = existsSync("/usr/lib")
    ? readdirSync("/usr/lib").filter((each) => each.includes("linux-gnu"))
    : [];
  return (
    folders.map((each) => `/usr/lib/${each}/faketime/libfaketimeMT.so.1`).find((path) => existsSync(path)) ??
    null
  );
}
