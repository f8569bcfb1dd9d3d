import { queryOptions, useMutation } from "@tanstack/react-query";
import { uploadKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";
import { type Attachment, fetchFile } from "./upload-file.ts";

/** The bytes of a file, which never change. What was opened lately is readable without a connection. */
export function fileQuery({
  id,
  ticket_id: ticketId,
  inline,
}: Pick<Attachment, "id" | "ticket_id" | "inline">) {
  return queryOptions({
    queryKey: uploadKeys.file(ticketId, id),
    queryFn: ({ signal }) => fetchFile(id, { inline, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Takes a file off its ticket or comment. */
export function useDeleteAttachment() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(
        api("DELETE /attachments/{attachment_id}", {
          params: { attachment_id: id },
          fallback: UPLOAD_MESSAGES.deleteFailed,
        }),
        { failed: UPLOAD_MESSAGES.deleteFailed },
      ),
  });
}
