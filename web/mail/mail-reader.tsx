import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { DateText } from "#web/ui/relative-time.tsx";
import type { CapturedMail } from "./data.ts";
import { MAIL_MESSAGES as MESSAGES } from "./messages.ts";

type View = "shown" | "text";

/** One captured mail: as plain text whose links can be followed, or as a mail program would draw it. */
export function MailReader({ mail, onClose }: { mail: CapturedMail; onClose: () => void }) {
  const [view, setView] = useState<View>("text");
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={mail.subject}
      description={
        <>
          {MESSAGES.fromTo(mail.from, mail.to)} · <DateText at={mail.sent_at} exact />
        </>
      }
      foot={<Button onClick={onClose}>{MESSAGES.close}</Button>}
    >
      <div className="flex-row" role="group" aria-label={MESSAGES.view}>
        <Button size="small" aria-pressed={view === "text"} onClick={() => setView("text")}>
          {MESSAGES.asText}
        </Button>
        <Button size="small" aria-pressed={view === "shown"} onClick={() => setView("shown")}>
          {MESSAGES.asShown}
        </Button>
      </div>
      {view === "text" ? (
        // Long mails scroll inside their box, which the keyboard must reach.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="mail-text" tabIndex={0} aria-label={MESSAGES.body}>
          <Linked text={mail.text} />
        </pre>
      ) : (
        // The frame has no permission at all: a mail runs no script and follows no link.
        <iframe className="mail-frame" title={MESSAGES.body} sandbox="" srcDoc={mail.html} />
      )}
      {mail.files.length > 0 && <p className="text-tiny subtle">{MESSAGES.files(mail.files)}</p>}
    </Dialog>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    ADDRESS.test(part) ? (
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
