/** Reads the SQLSTATE of an error (five characters), or "". */
export function readSqlState(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

const AWAY =
  /^(08...|57P0.|53300|25006|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Connection refused or lost, host not to be found or reached, server shutting down, starting up, full or turned read-only (08, 57P, 53300, 25006). */
export function isDatabaseAway(error: Error): boolean {
  const code = readSqlState(error);
  if (AWAY.test(code)) return true;
  return /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/.test(
    error.message,
  );
}
