import { useQuery } from "@tanstack/react-query";
import { Download, Image } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { fileQuery } from "./data.ts";
import { downloadFile } from "./download-file.ts";
import type { Attachment } from "./upload-file.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";

/** A thumbnail that opens the picture; fetched when it comes into view. */
export function ImageThumbnail({ file }: { file: Attachment }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data: blob } = useQuery({ ...fileQuery(file), enabled: useSeen(button) });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="thumbnail"
        aria-label={`${UPLOAD_MESSAGES.show} ${file.name}`}
        onClick={() => setOpen(true)}
      >
        <Shown blob={blob} alt="" />
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={file.name}
        wide
        foot={
          <Button icon={<Download className="icon" />} onClick={() => void downloadFile(file)}>
            {UPLOAD_MESSAGES.download}
          </Button>
        }
      >
        <Shown className="full-picture" blob={blob} alt={file.name} />
      </Dialog>
    </>
  );
}

/** The picture, without which there is its sign. */
function Shown({ blob, alt, className }: { blob: Blob | undefined; alt: string; className?: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!blob || !image.current) return undefined;
    const url = URL.createObjectURL(blob);
    image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return blob ? <img ref={image} alt={alt} className={className} /> : <Image className="icon" />;
}

function useSeen(element: { current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen, element]);
  return isSeen;
}
