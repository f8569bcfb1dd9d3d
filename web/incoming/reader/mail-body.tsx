import { Ban, FileText, ImageIcon, MailOpen } from "lucide-react";
import { useId, useState } from "react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { FoldButton } from "#web/ui/mail/fold-button.tsx";
import { Markdown } from "#web/ui/markdown/markdown.tsx";
import { sizeText } from "#web/uploads/messages.ts";
import type { WholeMail } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";

const original = lazyPart(
  () => import("./mail-original.tsx"),
  (module) => module.MailOriginal,
);

/** The words of a mail, what was folded away, its files, and the way to the original. */
export function MailBody({ mail }: { mail: WholeMail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mail-body">
      {mail.words ? <Markdown text={mail.words} /> : <p className="subtle">{MESSAGES.noText}</p>}
      {mail.quoted && <Quoted text={mail.quoted} />}
      <div className="flex-row wrap">
        <Files files={mail.files} />
        <span className="grow" />
        {mail.original_kept && (
          <Button
            look="ghost"
            size="small"
            icon={<MailOpen className="icon" />}
            onPointerEnter={original.fetch}
            onClick={() => setOpen(true)}
          >
            {MESSAGES.original}
          </Button>
        )}
      </div>
      {isOpen && <original.Part mail={mail} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Quoted({ text }: { text: string }) {
  const [isShown, show] = useState(false);
  const textId = useId();
  return (
    <div>
      <FoldButton isOpen={isShown} controls={textId} onToggle={() => show(!isShown)}>
        {isShown ? MESSAGES.hideQuoted : MESSAGES.showQuoted}
      </FoldButton>
      {isShown && (
        <div className="quoted-text" id={textId}>
          {text}
        </div>
      )}
    </div>
  );
}

function Files({ files }: { files: WholeMail["files"] }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex-row wrap" aria-label={MESSAGES.files}>
      {files.map((file, index) => (
        // A mail may hold two files of one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={file.refused ? "file-chip refused" : "file-chip"}>
          {file.refused ? (
            <>
              <Ban className="icon small" />
              <span className="truncate">{MESSAGES.fileRefused(file.name)}</span>
            </>
          ) : (
            <>
              {file.type.startsWith("image/") ? (
                <ImageIcon className="icon small" />
              ) : (
                <FileText className="icon small" />
              )}
              <span className="truncate">{file.name}</span>
              <span className="subtle">{sizeText(file.bytes)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
