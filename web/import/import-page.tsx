import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { countText } from "#web/lib/format.ts";
import { useFileDrop } from "#web/uploads/file-drop.ts";
import { sendFile } from "#web/uploads/upload-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { type Import, importsQuery } from "./data.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { ShareBar } from "./share-bar.tsx";
import "#web/styles/administration.css";

/** Where a file is dropped, and the imports so far. */
export function ImportPage() {
  return (
    <>
      <PageHead title={MESSAGES.title} subtitle={MESSAGES.subtitle} />
      <div className="stack">
        <DropZone />
        <Imports />
      </div>
    </>
  );
}

function DropZone() {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload();
  const drop = useFileDrop(([file]) => file && void upload.send(file), upload.sending === null);
  return (
    <section className={cx("card drop-zone", drop.isOver && "is-over")} {...drop.props}>
      {upload.sending ? (
        <>
          <ShareBar label={MESSAGES.uploading(upload.sending.name)} share={upload.sending.share} />
          <Button onClick={upload.cancel}>{MESSAGES.cancel}</Button>
        </>
      ) : (
        <>
          <b>{MESSAGES.dropTitle}</b>
          <p className="text-small muted">{MESSAGES.dropHint}</p>
          <Button look="primary" icon={<Upload className="icon" />} onClick={() => input.current?.click()}>
            {MESSAGES.choose}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={MESSAGES.choose}
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void upload.send(file);
              // The same file can be chosen a second time.
              target.value = "";
            }}
          />
        </>
      )}
    </section>
  );
}

/** Sends one file at a time and opens its page when it is there. */
function useUpload() {
  const navigate = useNavigate();
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  const isHere = useIsHere();
  async function send(file: File): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setSending({ name: file.name, share: 0 });
    const onProgress = (share: number) => setSending({ name: file.name, share });
    const manner = { signal: controller.signal, onProgress, failed: MESSAGES.uploadFailed };
    try {
      const { id } = await sendFile<Import>("/api/imports", file, manner);
      const open = () => void navigate({ to: "/import/$importId", params: { importId: id } });
      // Whoever has gone on to other work is not taken away from it.
      if (isHere.current) open();
      else toast.success(MESSAGES.uploaded(file.name), { action: { label: MESSAGES.open, onClick: open } });
    } catch (error) {
      const message = failureMessage(error, MESSAGES.uploadFailed);
      if (message !== null) toast.error(message);
    }
    setSending(null);
  }
  return { sending, send, cancel: () => stop.current?.abort() };
}

/** Whether the component is still shown. */
function useIsHere() {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** A check counts what would be brought, which is nothing yet. */
const hasRun = ({ state }: Import) => state !== "draft" && state !== "checking" && state !== "checked";

function Imports() {
  const { data, isPending, isError, error, refetch } = useQuery(importsQuery);
  if (isError)
    return (
      <ErrorState
        title={failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch}
        onRetry={() => void refetch()}
      />
    );
  if (isPending) return <LoadingBlock visible />;
  const { columns } = MESSAGES;
  if (data.imports.length === 0)
    return (
      <Card title={MESSAGES.imports}>
        <EmptyState small title={MESSAGES.none} />
      </Card>
    );
  return (
    <Card title={MESSAGES.imports}>
      <div className="wide-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.file}</th>
              <th scope="col">{columns.state}</th>
              <th scope="col">{columns.brought}</th>
              <th scope="col">{columns.by}</th>
              <th scope="col">{columns.at}</th>
            </tr>
          </thead>
          <tbody>
            {data.imports.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link className="strong" to="/import/$importId" params={{ importId: one.id }}>
                    {one.file_name}
                  </Link>
                </td>
                <td>{MESSAGES.states[one.state]}</td>
                <td className="numeric">{hasRun(one) ? countText(one.report?.imported ?? 0) : "-"}</td>
                <td>{one.started_by_fullname}</td>
                <td>
                  <RelativeTime at={one.created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
