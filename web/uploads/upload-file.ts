import { ApiError, refusalOf } from "#web/lib/api/api-error.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { authorization, fetchBytes } from "#web/lib/api/fetch-bytes.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";

export type Attachment = ReplyOf<"POST /uploads">;
type UploadOptions = { signal: AbortSignal; onProgress: (share: number) => void };

/**
 * Uploads one file as a draft of its sender; `onProgress` gets shares from 0 to 1. Rejects with an `ApiError`.
 * XMLHttpRequest, because fetch reports no progress.
 */
export function uploadFile(file: File, manner: UploadOptions): Promise<Attachment> {
  return sendFile<Attachment>("/api/uploads", file, { ...manner, failed: UPLOAD_MESSAGES.failed });
}

type SendOptions = UploadOptions & { failed: string };

/** Sends one file to an address; the answer is what the contract says of that. Rejects with an `ApiError`. */
export async function sendFile<Reply>(address: string, file: File, manner: SendOptions): Promise<Reply> {
  const first = await post(address, file, manner);
  const response = first.status === 401 ? await renewed().then(() => post(address, file, manner)) : first;
  if (!response.ok) throw await refusalOf(response, manner.failed);
  const reply: Reply = await response.json();
  return reply;
}

/** Reads a file's bytes; `inline` for pictures that are shown. */
export async function fetchFile(id: string, { inline, signal }: { inline: boolean; signal?: AbortSignal }) {
  const address = `/api/attachments/${id}${inline ? "?inline=true" : ""}`;
  return fetchBytes(address, { signal, failed: UPLOAD_MESSAGES.downloadFailed });
}

/** Any call through the client renews the token when its time is over. */
async function renewed(): Promise<void> {
  await api("GET /auth/me");
}

function post(address: string, file: File, { signal, onProgress, failed }: SendOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", address);
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener("load", () =>
      resolve(new Response(request.response, { status: request.status })),
    );
    request.addEventListener("error", () => reject(new ApiError(failed)));
    request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    signal.addEventListener("abort", stop);
    request.send(formOf(file));
  });
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append("file", file, file.name);
  return form;
}
