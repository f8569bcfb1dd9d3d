import { File as FileIcon, Image, RotateCw, X } from "lucide-react";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import type { Upload, Uploads } from "./use-uploads.ts";
import { sizeText, UPLOAD_MESSAGES } from "./messages.ts";

/** The files of a message that is being written, with how far each has got. */
export function UploadTray({ uploads: { uploads, remove, retry } }: { uploads: Uploads }) {
  if (uploads.length === 0) return null;
  return (
    <ul className="files tray" aria-label={UPLOAD_MESSAGES.toSend}>
      {uploads.map((upload) => (
        <li key={upload.key} className="file" data-state={upload.state}>
          {upload.file.type.startsWith("image/") ? <Image className="icon" /> : <FileIcon className="icon" />}
          <span className="file-facts">
            <span className="truncate weight-medium" title={upload.file.name}>
              {upload.file.name}
            </span>
            <StateLine upload={upload} />
          </span>
          {upload.state === "failed" && (
            <IconButton label={UPLOAD_MESSAGES.retry} onClick={() => retry(upload.key)}>
              <RotateCw className="icon small" />
            </IconButton>
          )}
          <IconButton
            label={upload.state === "sending" ? UPLOAD_MESSAGES.cancel : UPLOAD_MESSAGES.remove}
            onClick={() => remove(upload.key)}
          >
            <X className="icon small" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function StateLine({ upload }: { upload: Upload }) {
  if (upload.state === "failed") return <span className="field-error">{upload.error}</span>;
  if (upload.state === "sent") return <span className="subtle text-tiny">{sizeText(upload.file.size)}</span>;
  return (
    <progress
      className="upload"
      value={upload.progress}
      max={1}
      aria-label={`${UPLOAD_MESSAGES.sending} ${upload.file.name}`}
    />
  );
}
