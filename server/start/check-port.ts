import { createServer } from "node:net";
import { readErrorCode, StartError } from "./start-error.ts";

/** Refuses a port or an address that cannot be listened on, before anything else has been started. */
export async function checkPort(host: string, port: number) {
  const probe = createServer();
  const error = await new Promise<unknown>((resolve) => {
    probe.once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
  const words = explainListenError(error, host, port);
  if (words) throw new StartError(words);
}

/** Explains why listening failed; null when that is none of the usual reasons. */
export function explainListenError(error: unknown, host: string, port: number): string | null {
  const code = readErrorCode(error);
  if (code === "EADDRINUSE")
    return `Port ${port} is already in use: end what uses it, or set PORT to another number.`;
  if (code === "EACCES")
    return `Port ${port} needs more rights than this user has: set PORT to a number above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `HOST is "${host}", which is no address of this machine: set HOST to 127.0.0.1, or to one that it has.`;
  }
  return null;
}
