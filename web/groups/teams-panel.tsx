import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { mayManageTeams } from "#contract/access/groups.ts";
import { failureWords } from "../lib/api-error.ts";
import { useActor } from "../lib/session-state.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Select } from "../ui/select.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { restoreTeam, teamListQuery } from "./data.ts";
import { type OpenTeamDialog, TeamDialogs } from "./team-dialogs.tsx";
import { TeamRow } from "./team-row.tsx";
import { TEAMS_WORDS as WORDS } from "./words.ts";

/** The teams with what the caller may do with each: administrators everything, team leads their own members. */
export function TeamsPanel() {
  const mayManage = mayManageTeams(useActor());
  const [isPast, setPast] = useState(false);
  const [dialog, setDialog] = useState<OpenTeamDialog | null>(null);
  const { data, isError, error, refetch } = useQuery(teamListQuery({ archived: isPast }));
  return (
    <>
      {mayManage && (
        <div className="toolbar">
          <Select<"present" | "past">
            size="sm"
            label={WORDS.shown}
            value={isPast ? "past" : "present"}
            isSet={isPast}
            options={[
              { value: "present", label: WORDS.present },
              { value: "past", label: WORDS.past },
            ]}
            onChange={(shown) => setPast(shown === "past")}
          />
          <span className="pager">
            <Button look="primary" icon={<Plus className="i" />} onClick={() => setDialog({ kind: "new" })}>
              {WORDS.new}
            </Button>
          </span>
        </div>
      )}
      {isError ? (
        <ErrorState
          title={failureWords(error, WORDS.failedToFetch) ?? WORDS.failedToFetch}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingBlock words={WORDS.loading} visible />
      ) : data.groups.length === 0 ? (
        <EmptyState small title={WORDS.empty}>
          <p>{isPast ? WORDS.emptyPast : WORDS.emptyHint}</p>
        </EmptyState>
      ) : (
        <ul className="setlist">
          {data.groups.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              acts={{
                rename: () => setDialog({ kind: "rename", team }),
                members: () => setDialog({ kind: "members", team }),
                archive: () => setDialog({ kind: "archive", team }),
                // Told already; a team that stays archived can be tried again.
                restore: () => void restoreTeam(team.id).catch(() => undefined),
              }}
            />
          ))}
        </ul>
      )}
      {dialog && <TeamDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
