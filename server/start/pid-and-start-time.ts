import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process told apart from a later one with the same number. */
export type ProcessIdentity = {
  pid: number;
  /** The time at which it began, in whatever form this machine tells it; empty where it cannot be told. */
  began: string;
};

export function readOwnIdentity(): ProcessIdentity {
  return readIdentity(process.pid);
}

/** Reads the identity of a running process. */
export function readIdentity(pid: number): ProcessIdentity {
  return { pid, began: readStartTime(pid) };
}

/** Parses an identity that a file holds as JSON. A file cut short by a power cut names nobody who could be alive. */
export function parseIdentity(raw: string): ProcessIdentity {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === "object" && value !== null && "pid" in value && "began" in value) {
      return { pid: Number(value.pid), began: String(value.began) };
    }
  } catch {
    // Falls through to the answer for a file that says nothing.
  }
  return { pid: 0, began: "unreadable" };
}

/** Whether that very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false;
  const began = readStartTime(identity.pid);
  return began === identity.began || began === "" || identity.began === "";
}

/** Whether a process of that number runs. */
export function isAlive(pid: number): boolean {
  return isNumberTaken(pid) && !isZombie(pid);
}

/** Whether a number is in use: by a running process, or by one that ended and that its parent has not reaped yet. */
export function isNumberTaken(pid: number): boolean {
  // Zero and below would ask about a whole group of processes.
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Reads when a process began; empty when it is gone or the machine does not tell. */
export function readStartTime(pid: number): string {
  if (process.platform === "linux") return readLinuxStartTime(pid);
  if (process.platform === "win32") return "";
  return runCommand("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** Ticks since boot alone would repeat after a reboot, so the boot's own id goes with them. */
function readLinuxStartTime(pid: number): string {
  const fields = readLinuxStat(pid);
  const boot = readOrEmpty("/proc/sys/kernel/random/boot_id").trim();
  return fields[19] === undefined ? "" : `${fields[19]} ${boot}`;
}

function isZombie(pid: number): boolean {
  return process.platform === "linux" && readLinuxStat(pid)[0] === "Z";
}

/** The fields after the command's name, which may itself hold spaces and brackets: state first, start time twentieth. */
function readLinuxStat(pid: number): string[] {
  const line = readOrEmpty(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function runCommand(command: string, parameters: string[]): string {
  try {
    return execFileSync(command, parameters, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}
