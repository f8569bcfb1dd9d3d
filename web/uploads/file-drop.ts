import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { timeOfDay } from "#web/lib/format.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";

/** Takes files that are dragged or pasted into an element: spread `props` on it, mark it while `isOver`. */
export function useFileDrop(onFiles: (files: File[]) => void, isEnabled = true) {
  const [isOver, setOver] = useState(false);
  // Entering a child comes before leaving its parent, so the depth tells whether the pointer is still inside.
  const depth = useRef(0);
  function leave() {
    depth.current = 0;
    setOver(false);
  }
  const props = {
    onDragEnter(event: DragEvent) {
      if (!bringsFiles(event)) return;
      depth.current += 1;
      setOver(true);
    },
    onDragOver(event: DragEvent) {
      if (bringsFiles(event)) event.preventDefault();
    },
    onDragLeave() {
      depth.current -= 1;
      if (depth.current <= 0) leave();
    },
    onDrop(event: DragEvent) {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      leave();
      onFiles([...event.dataTransfer.files]);
    },
    onPaste(event: ClipboardEvent) {
      const files = [...event.clipboardData.files];
      // A table copied from a spreadsheet brings a picture of itself besides its text: the text is meant.
      if (files.length === 0 || event.clipboardData.getData("text/plain")) return;
      event.preventDefault();
      onFiles(files.map(named));
    },
  };
  return { isOver, props: isEnabled ? props : {} };
}

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes("Files");
}

/** Adds the time to the name of a pasted screenshot, as each is called image.png. */
function named(file: File): File {
  const [, ending] = /(\.\w+)$/.exec(file.name) ?? [];
  return new File([file], `${UPLOAD_MESSAGES.pasted} ${timeOfDay(Date.now())}${ending ?? ""}`, {
    type: file.type,
  });
}
