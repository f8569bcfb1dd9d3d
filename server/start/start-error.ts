/**
 * A reason not to start, or for a command of the shell not to go on, that a person can act on: the process prints this
 * one sentence and no stack.
 */
export class StartError extends Error {
  override name = "StartError";
}

/** Explains an operating system's error; null when it is none that a person can act on. */
export function explainSystemError(error: unknown, where: string): string | null {
  const code = readErrorCode(error);
  // 53100 is PostgreSQL's own code for a full disk.
  if (code === "ENOSPC" || code === "EDQUOT" || code === "53100" || mentionsFullDisk(error)) {
    return `The disk that holds ${where} is full: free some space and start again.`;
  }
  if (code === "EACCES" || code === "EPERM" || isNoPlaceForFolders(error))
    return `Waypost may not write to ${where}: allow it, or set DATA_DIR.`;
  if (code === "EROFS")
    return `The file system that holds ${where} is read-only: set DATA_DIR to another place.`;
  if (code === "ENOTDIR" || code === "EEXIST")
    return `${where} is not a directory: set DATA_DIR to another place.`;
  return null;
}

/** Reads the machine-readable code of an error of Node or PostgreSQL, or null. */
export function readErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** As in the file systems of the kernel itself. */
function isNoPlaceForFolders(error: unknown): boolean {
  return (
    readErrorCode(error) === "ENOENT" &&
    error instanceof Error &&
    "syscall" in error &&
    error.syscall === "mkdir"
  );
}

function mentionsFullDisk(error: unknown): boolean {
  return error instanceof Error && /No space left on device|Disk quota exceeded/.test(error.message);
}
