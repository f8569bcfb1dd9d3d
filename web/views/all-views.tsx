import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BUILT_IN_VIEWS } from "#contract/views/built-in-views.ts";
import { LIMITS } from "#contract/limits.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { movedTo } from "#web/ui/reorder.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { findView, type View, type Views } from "./address.ts";
import { useDeleteView, usePin } from "./data.ts";
import { VIEW_MESSAGES as MESSAGES } from "./messages.ts";
import { ViewRow } from "./view-row.tsx";
import { viewsQuery } from "./views-query.ts";

/** All views of this person: the pinned ones in their order, then the others by name. */
export function AllViews() {
  usePageTitle(MESSAGES.all);
  const { data, error, isError, refetch } = useQuery(viewsQuery);
  return (
    <>
      <PageHead title={MESSAGES.all} subtitle={MESSAGES.allHint} />
      <Card>
        {isError ? (
          <ErrorState title={MESSAGES.failedToFetch} onRetry={() => void refetch()}>
            {failureMessage(error)}
          </ErrorState>
        ) : data ? (
          <div className="section-body">
            <Rows views={data} />
          </div>
        ) : (
          <LoadingBlock label={MESSAGES.loading} visible />
        )}
      </Card>
    </>
  );
}

function Rows({ views }: { views: Views }) {
  const { items, pins, default: opens } = views;
  const pin = usePin();
  const [going, setGoing] = useState<View | null>(null);
  const others = [...Object.keys(BUILT_IN_VIEWS), ...items.map(({ id }) => id)];
  const keys = [...pins, ...others.filter((key) => !pins.includes(key))];
  const save = (next: Partial<Pick<Views, "pins" | "default">>) => pin.mutate({ before: views, next });
  return (
    <ul className="settings-list">
      {keys.map((key) => {
        const found = findView(items, key);
        const place = pins.indexOf(key);
        return (
          found && (
            <ViewRow
              key={key}
              found={found}
              isPinned={place >= 0}
              mayPin={pins.length < LIMITS.viewsPinned}
              opensTickets={opens === key}
              onPin={(isOn) => save({ pins: isOn ? [...pins, key] : pins.filter((one) => one !== key) })}
              onOpens={(isOn) => save({ default: isOn ? key : null })}
              onMoveUp={place > 0 ? () => save({ pins: movedTo(pins, key, place - 1) }) : undefined}
              onMoveDown={
                place >= 0 && place < pins.length - 1
                  ? () => save({ pins: movedTo(pins, key, place + 1) })
                  : undefined
              }
              onDelete={() => setGoing(found.view)}
            />
          )
        );
      })}
      {going && <DeleteView view={going} onClose={() => setGoing(null)} />}
    </ul>
  );
}

function DeleteView({ view, onClose }: { view: View; onClose: () => void }) {
  const deleting = useDeleteView(view.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={MESSAGES.deleteTitle}
      description={
        <>
          {MESSAGES.deleteLead}
          <b className="named">{view.name}</b>
          {view.audience === "me" ? MESSAGES.deleteOwn : MESSAGES.deleteShared}
        </>
      }
      act={MESSAGES.deleteAct}
      busyLabel={MESSAGES.deleting}
      onConfirm={() => deleting.mutateAsync()}
    />
  );
}
