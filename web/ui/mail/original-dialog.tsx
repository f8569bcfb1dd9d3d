import { Download, ImageOff } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { saveFile } from "#web/lib/browser/save-file.ts";
import { Button } from "../button.tsx";
import { toastError } from "../feedback/toast-error.ts";
import { Dialog } from "../overlay/dialog.tsx";
import { LoadingBlock } from "../spinner.tsx";
import { ORIGINAL_MESSAGES as MESSAGES } from "./messages.ts";
import { mailDocument } from "./safe-mail-html.ts";
import "#web/styles/mail.css";

type View = "text" | "shown" | "headers";
type Props = {
  subject: string;
  /** Lines above the mail; those without a value are left out. */
  facts: readonly { name: string; value: ReactNode }[];
  text: string;
  /** As it was sent. */
  html: string | null;
  /** The number of times that it was handed in. */
  arrivals: number;
  /** Words before that number, such as how large it is. */
  size?: string | undefined;
  fetchOriginal: () => Promise<Blob>;
  onClose: () => void;
};

/** A mail as it arrived, in a frame that may do nothing: no script runs, no link leads anywhere, nothing is fetched. */
export function OriginalDialog({ subject, facts, text, html, fetchOriginal, onClose, ...more }: Props) {
  const { arrivals, size } = more;
  const [view, setView] = useState<View>(html ? "shown" : "text");
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={subject}
      details={<Facts facts={facts} />}
      foot={
        <>
          <span className="text-tiny subtle grow">
            {[size, arrivals > 1 && MESSAGES.arrived(arrivals)].filter(Boolean).join(" · ")}
          </span>
          <DownloadButton name={subject} fetchOriginal={fetchOriginal} />
          <Button onClick={onClose}>{MESSAGES.close}</Button>
        </>
      }
    >
      <div className="flex-row between wrap">
        <Views view={view} hasHtml={html !== null} onChange={setView} />
        {view === "shown" && (
          <span className="flex-row text-tiny subtle">
            <ImageOff className="icon small" />
            {MESSAGES.noRemote}
          </span>
        )}
      </div>
      {view === "shown" && html !== null && <Shown html={html} />}
      {view === "text" && <PlainText>{text || MESSAGES.noText}</PlainText>}
      {view === "headers" && <Headers fetchOriginal={fetchOriginal} />}
    </Dialog>
  );
}

function Facts({ facts }: Pick<Props, "facts">) {
  return (
    <dl className="mail-facts">
      {facts
        .filter(({ value }) => Boolean(value))
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

type ViewsProps = { view: View; hasHtml: boolean; onChange: (view: View) => void };

function Views({ view, hasHtml, onChange }: ViewsProps) {
  const views: [View, string][] = [
    ["text", MESSAGES.asText],
    ...(hasHtml ? [["shown", MESSAGES.asShown] satisfies [View, string]] : []),
    ["headers", MESSAGES.headers],
  ];
  return (
    <div className="flex-row" role="group" aria-label={MESSAGES.view}>
      {views.map(([name, label]) => (
        <Button key={name} size="small" aria-pressed={view === name} onClick={() => onChange(name)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function Shown({ html }: { html: string }) {
  const page = useMemo(() => mailDocument(html), [html]);
  return <iframe className="mail-frame" title={MESSAGES.message} sandbox="" srcDoc={page} />;
}

function PlainText({ children }: { children: string }) {
  return (
    // Long mails scroll inside their box, which the keyboard must reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="mail-text" tabIndex={0} aria-label={MESSAGES.message}>
      {children}
    </pre>
  );
}

/** The header fields, read from the mail itself when somebody asks. */
function Headers({ fetchOriginal }: Pick<Props, "fetchOriginal">) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    fetchOriginal()
      .then((original) => original.text())
      .then(
        (raw) => isShown && setText(headersOf(raw)),
        (error: unknown) => {
          toastError(error, MESSAGES.headersFailed);
          if (isShown) setText(MESSAGES.headersFailed);
        },
      );
    return () => {
      isShown = false;
    };
    // Once for each time that they are looked at.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return text === null ? <LoadingBlock label={MESSAGES.loading} visible /> : <PlainText>{text}</PlainText>;
}

/** Up to the empty line (RFC 5322). */
function headersOf(raw: string): string {
  return raw.split(/\r?\n\r?\n/, 1)[0] ?? "";
}

function DownloadButton({ name, fetchOriginal }: { name: string } & Pick<Props, "fetchOriginal">) {
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      saveFile(`${fileName(name)}.eml`, await fetchOriginal());
    } catch (error) {
      toastError(error, MESSAGES.downloadFailed);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      icon={<Download className="icon" />}
      busy={isBusy}
      busyLabel={MESSAGES.downloading}
      onClick={() => void download()}
    >
      {MESSAGES.download}
    </Button>
  );
}

/** A subject as the name of a file: no signs that a file system gives a meaning to. */
function fileName(subject: string): string {
  return (
    subject
      .replaceAll(/[^\p{L}\p{N} ._-]+/gu, "")
      .trim()
      .slice(0, 80) || "mail"
  );
}
