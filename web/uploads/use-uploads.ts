import { useEffect, useRef, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { api } from "#web/lib/api/api-client.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { type Attachment, uploadFile } from "./upload-file.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";

export type Upload = {
  key: string;
  file: Pick<File, "name" | "size" | "type">;
  /** Absent for one that was sent in an earlier visit, or for words that came back. */
  source?: File;
  /** From 0 to 1. */
  progress: number;
  state: "sending" | "sent" | "failed";
  error: string | null;
  attachment: Attachment | null;
};
export type Uploads = ReturnType<typeof useUploads>;

/** The files of a message that is being written: each is sent at once, and can be cancelled, removed and retried. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  const patch = (key: string, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  async function send(key: string, file: File) {
    const controller = new AbortController();
    running.current.set(key, controller);
    patch(key, { state: "sending", progress: 0, error: null });
    try {
      const onProgress = (progress: number) => patch(key, { progress });
      patch(key, {
        state: "sent",
        attachment: await uploadFile(file, { signal: controller.signal, onProgress }),
      });
    } catch (error) {
      patch(key, { state: "failed", error: failureMessage(error, UPLOAD_MESSAGES.failed) });
    }
    running.current.delete(key);
  }

  function add(files: readonly File[]) {
    const room = LIMITS.attachmentsPerMessage - uploads.length;
    if (files.length > room) toast.warning(UPLOAD_MESSAGES.tooMany);
    const taken = files.slice(0, room).map(newUpload);
    setUploads((all) => [...all, ...taken]);
    for (const { key, source, state } of taken) if (source && state === "sending") void send(key, source);
  }

  function remove(key: string) {
    running.current.get(key)?.abort();
    const id = uploads.find((one) => one.key === key)?.attachment?.id;
    // A draft that stays behind is swept by the server.
    if (id)
      api("DELETE /attachments/{attachment_id}", { params: { attachment_id: id } }).catch(() => undefined);
    setUploads((all) => all.filter((one) => one.key !== key));
  }

  function retry(key: string) {
    const upload = uploads.find((one) => one.key === key);
    if (upload?.source) void send(key, upload.source);
  }

  return {
    uploads,
    add,
    remove,
    retry,
    /** Takes files into the list that are on the server already, each once. */
    adopt: (files: readonly Attachment[]) => setUploads((all) => withAdopted(all, files)),
    /** Shows these files in the place of those that are on the server; what is on its way or failed stays. */
    replace: (files: readonly Attachment[]) =>
      setUploads((all) =>
        withAdopted(
          all.filter(({ attachment }) => !attachment || files.some(({ id }) => id === attachment.id)),
          files,
        ),
      ),
    /** Takes the files out of the list that the message takes along; those added since stay. */
    handOver: () => setUploads((all) => all.filter((one) => !uploads.includes(one))),
    sent: uploads.flatMap(({ attachment }) => attachment ?? []),
    /** The reason why the message cannot be sent yet, or null. */
    blockedReason: findBlockedReason(uploads),
  };
}

function withAdopted(all: readonly Upload[], files: readonly Attachment[]): Upload[] {
  const fresh = files.filter(({ id }) => !all.some(({ attachment }) => attachment?.id === id));
  return [...all, ...fresh.map(adoptedUpload)];
}

function newUpload(file: File): Upload {
  const isTooBig = file.size > LIMITS.attachmentBytes;
  return {
    key: crypto.randomUUID(),
    file,
    source: file,
    progress: 0,
    state: isTooBig ? "failed" : "sending",
    error: isTooBig ? UPLOAD_MESSAGES.tooBig : null,
    attachment: null,
  };
}

function adoptedUpload(attachment: Attachment): Upload {
  const { id, name, bytes, media_type } = attachment;
  const file = { name, size: bytes, type: media_type };
  return { key: id, file, progress: 1, state: "sent", error: null, attachment };
}

function findBlockedReason(uploads: readonly Upload[]): string | null {
  if (uploads.some(({ state }) => state === "sending")) return UPLOAD_MESSAGES.stillSending;
  return uploads.some(({ state }) => state === "failed") ? UPLOAD_MESSAGES.unsent : null;
}
