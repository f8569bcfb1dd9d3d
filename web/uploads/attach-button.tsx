import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { UPLOAD_MESSAGES } from "./messages.ts";

/** Opens the system's file choice. */
export function AttachButton({
  onFiles,
  disabled,
}: {
  onFiles: (files: File[]) => void;
  disabled?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={UPLOAD_MESSAGES.attach} disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip className="icon" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={UPLOAD_MESSAGES.attach}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.target.value = "";
        }}
      />
    </>
  );
}
