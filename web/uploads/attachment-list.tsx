import { Download, File as FileIcon, X } from "lucide-react";
import { useState } from "react";
import { mayDeleteAttachment } from "#contract/access/comments.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { useDeleteAttachment } from "./data.ts";
import { ImageThumbnail } from "./image-thumbnail.tsx";
import { downloadFile } from "./download-file.ts";
import type { Attachment } from "./upload-file.ts";
import { sizeText, UPLOAD_MESSAGES } from "./messages.ts";

type Props = {
  files: readonly Attachment[];
  /** Called after a file was removed; absent where nothing can be removed. */
  onRemoved?: () => unknown;
};

/** The files of a ticket or comment: pictures as thumbnails, everything else as a line to download. */
export function AttachmentList({ files, onRemoved }: Props) {
  const actor = useActor();
  const deleting = useDeleteAttachment();
  const [asked, setAsked] = useState<Attachment | null>(null);
  if (files.length === 0) return null;
  return (
    <>
      <ul className="files" aria-label={UPLOAD_MESSAGES.attachments}>
        {files.map((file) => (
          <li key={file.id} className="file">
            {isPicture(file) ? <ImageThumbnail file={file} /> : <FileIcon className="icon" />}
            <span className="file-facts">
              <span className="truncate weight-medium" title={file.name}>
                {file.name}
              </span>
              <span className="subtle text-tiny">{sizeText(file.bytes)}</span>
            </span>
            <IconButton
              label={`${UPLOAD_MESSAGES.download} ${file.name}`}
              onClick={() => void downloadFile(file)}
            >
              <Download className="icon small" />
            </IconButton>
            {onRemoved && mayDeleteAttachment(actor, { uploaded_by: file.uploaded_by ?? "" }) && (
              <IconButton label={`${UPLOAD_MESSAGES.delete} ${file.name}`} onClick={() => setAsked(file)}>
                <X className="icon small" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={UPLOAD_MESSAGES.delete}
        description={UPLOAD_MESSAGES.deleteQuestion}
        act={UPLOAD_MESSAGES.delete}
        busyLabel={UPLOAD_MESSAGES.deleting}
        onConfirm={() => deleting.mutateAsync(asked?.id ?? "").then(onRemoved)}
      />
    </>
  );
}

/** Big pictures are not fetched unasked. */
const THUMBNAIL_BYTES = 8 * 1024 * 1024;

function isPicture(file: Attachment): boolean {
  return file.inline && file.bytes <= THUMBNAIL_BYTES;
}
