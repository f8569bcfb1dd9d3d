import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DateText } from "../ui/relative-time.tsx";
import type { CapturedMail } from "./data.ts";
import { MAIL_WORDS as WORDS } from "./organization-words.ts";

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
          {mail.to} · <DateText at={mail.sent_at} exact />
        </>
      }
      foot={<Button onClick={onClose}>{WORDS.close}</Button>}
    >
      <div className="row" role="group" aria-label={WORDS.view}>
        <Button size="sm" aria-pressed={view === "text"} onClick={() => setView("text")}>
          {WORDS.asText}
        </Button>
        <Button size="sm" aria-pressed={view === "shown"} onClick={() => setView("shown")}>
          {WORDS.asShown}
        </Button>
      </div>
      {view === "text" ? (
        // Long mails scroll inside their box, which the keyboard must reach.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="mailtext" tabIndex={0} aria-label={WORDS.body}>
          <Linked text={mail.text} />
        </pre>
      ) : (
        // No permission at all: what stands in a mail runs nothing and leads nowhere.
        <iframe className="mailframe" title={WORDS.body} sandbox="" srcDoc={mail.html} />
      )}
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
