import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { toast } from "../feedback/toast.tsx";
import { UI_MESSAGES } from "../messages.ts";

/** Puts `text` on the clipboard; `label` says what is copied. */
export function CopyButton({ text, label = UI_MESSAGES.copy }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = window.setTimeout(() => setDone(false), 1500);
    return () => window.clearTimeout(timer);
  }, [done]);
  function copy() {
    // The clipboard is missing on plain-http addresses other than localhost, hence the optional call.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setDone(true),
      () => toast.error(UI_MESSAGES.copyFailed),
    );
  }
  return (
    <IconButton label={done ? UI_MESSAGES.copied : label} onClick={copy}>
      {done ? <Check className="icon small" /> : <Copy className="icon small" />}
    </IconButton>
  );
}
