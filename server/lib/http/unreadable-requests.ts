import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { listHeaders } from "./security-headers.ts";

type ParserError = Error & { code: string };

const FAULTS: Record<string, [status: number, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive"],
  HPE_HEADER_OVERFLOW: [431, "The headers are larger than can be read"],
};

/**
 * Answers a request that is late or that the parser could not read, as any other refusal, and hangs up. There is neither
 * request nor reply then: what stands in other answers by hooks is written here.
 */
export function answerUnreadable({ https }: { https: boolean }) {
  return (error: ParserError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const [status, detail] = FAULTS[error.code] ?? [400, "The request cannot be read"];
    const title = STATUS_CODES[status];
    const body = JSON.stringify({ title, status, detail, code: "request.malformed" });
    const headers = {
      ...listHeaders({ https }),
      "cache-control": "no-store",
      "content-type": "application/problem+json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${title}\r\n${lines.join("")}\r\n${body}`);
    socket.destroy(error);
  };
}
