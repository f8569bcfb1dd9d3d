import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { BackLink, PageHead } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { type Import, importQuery, isBusy, useImportStep } from "./data.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { PlanForm } from "./plan-form.tsx";
import { problemText } from "./reason-text.ts";
import { ShareBar } from "./share-bar.tsx";
import "#web/styles/administration.css";

/** One import: how it is read until it starts, how far it is while it runs, what happened after that. */
export function OneImportPage() {
  const { importId } = useParams({ from: "/protected/import/$importId" });
  const { data, isPending, error, refetch } = useQuery(importQuery(importId));
  return (
    <>
      <BackLink to="/import">{MESSAGES.back}</BackLink>
      {data ? (
        <>
          <PageHead title={data.file_name} subtitle={MESSAGES.states[data.state]} />
          <div className="stack">
            {data.problem && (
              <Banner tone="danger" title={MESSAGES.problem}>
                {problemText(data.problem)}
              </Banner>
            )}
            <Step one={data} />
          </div>
        </>
      ) : isPending ? (
        <LoadingBlock visible />
      ) : (
        <ErrorState
          title={failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

function Step({ one }: { one: Import }) {
  if (isBusy(one)) return <Progress one={one} />;
  if (one.state === "draft" || one.state === "checked") return <PlanForm key={one.id} one={one} />;
  return <Ended one={one} />;
}

function Progress({ one }: { one: Import }) {
  const stopping = useImportStep(one.id, "POST /imports/{import_id}/stop", MESSAGES.stopFailed);
  const mayStop = one.state === "running" || one.state === "checking";
  const rate = rateOf(one);
  return (
    <Card title={MESSAGES.progress}>
      <div className="stack">
        <ShareBar label={MESSAGES.states[one.state]} share={one.share} />
        <div className="flex-row between wrap">
          <span className="text-small muted" role="status">
            {one.report && one.state !== "undoing" && MESSAGES.rejected(one.report.rejected)}
            {rate > 0 && ` · ${MESSAGES.rate(rate)}`}
          </span>
          {mayStop && (
            <Button busy={stopping.isPending} onClick={() => stopping.mutate()}>
              {MESSAGES.stop}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Rows a second since it began; nothing before the first batch. */
function rateOf({ report, started_at, state }: Import): number {
  if (!report || !started_at || state === "undoing") return 0;
  const rows = report.imported + report.skipped + report.rejected;
  const seconds = (Date.now() - Date.parse(started_at)) / 1000;
  return seconds < 1 ? 0 : Math.round(rows / seconds);
}

function Ended({ one }: { one: Import }) {
  const going = useImportStep(one.id, "POST /imports/{import_id}/start", MESSAGES.startFailed);
  const undoing = useImportStep(one.id, "POST /imports/{import_id}/undo", MESSAGES.undoFailed);
  const [asks, setAsks] = useState(false);
  const mayGoOn = one.state === "stopped" || one.state === "failed";
  return (
    <>
      {one.report && <Outcome one={one} report={one.report} title={MESSAGES.happened} />}
      {one.undone && <p>{MESSAGES.undone(one.undone.tickets, one.undone.kept)}</p>}
      {one.state !== "undone" && (
        <div className="flex-row wrap">
          {mayGoOn && (
            <Button look="primary" busy={going.isPending} onClick={() => going.mutate()}>
              {MESSAGES.goOn}
            </Button>
          )}
          {(one.report?.imported ?? 0) > 0 && (
            <Button look="danger-quiet" onClick={() => setAsks(true)}>
              {MESSAGES.undo}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={MESSAGES.undoSure}
        description={MESSAGES.undoNote}
        act={MESSAGES.undo}
        onConfirm={() => undoing.mutateAsync()}
      />
    </>
  );
}
