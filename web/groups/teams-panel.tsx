import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { mayManageTeams } from "#contract/access/groups.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { teamListQuery, useRestoreTeam } from "./data.ts";
import { type OpenTeamDialog, TeamDialogs } from "./team-dialogs.tsx";
import { TeamRow } from "./team-row.tsx";
import { TEAMS_MESSAGES as MESSAGES } from "./messages.ts";

/** The teams with what the caller may do with each: administrators everything, team leads their own members. */
export function TeamsPanel() {
  const mayManage = mayManageTeams(useActor());
  const restoring = useRestoreTeam();
  const [isPast, setPast] = useState(false);
  const [dialog, setDialog] = useState<OpenTeamDialog | null>(null);
  const { data, isError, error, refetch } = useQuery(teamListQuery({ archived: isPast }));
  return (
    <>
      {mayManage && (
        <div className="toolbar">
          <Select<"present" | "past">
            size="small"
            label={MESSAGES.shown}
            value={isPast ? "past" : "present"}
            isSet={isPast}
            options={[
              { value: "present", label: MESSAGES.present },
              { value: "past", label: MESSAGES.past },
            ]}
            onChange={(shown) => setPast(shown === "past")}
          />
          <span className="pager">
            <Button
              look="primary"
              icon={<Plus className="icon" />}
              onClick={() => setDialog({ kind: "new" })}
            >
              {MESSAGES.new}
            </Button>
          </span>
        </div>
      )}
      {isError ? (
        <ErrorState
          title={failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingBlock label={MESSAGES.loading} visible />
      ) : data.groups.length === 0 ? (
        <EmptyState small title={MESSAGES.empty}>
          <p>{isPast ? MESSAGES.emptyPast : MESSAGES.emptyHint}</p>
        </EmptyState>
      ) : (
        <ul className="settings-list">
          {data.groups.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              actions={{
                rename: () => setDialog({ kind: "rename", team }),
                members: () => setDialog({ kind: "members", team }),
                archive: () => setDialog({ kind: "archive", team }),
                restore: () => restoring.mutate(team.id),
              }}
            />
          ))}
        </ul>
      )}
      {dialog && <TeamDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
