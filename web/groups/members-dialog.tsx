import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { useSavedForm } from "#web/lib/form/use-saved-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Person } from "#web/ui/avatar.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { useUserList } from "#web/users/data.ts";
import { type Team, teamListQuery, useChangeTeam } from "./data.ts";
import { TEAMS_MESSAGES as MESSAGES } from "./messages.ts";

/** Chooses who works in a team, out of the staff. */
export function MembersDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { data } = useQuery(teamListQuery({ archived: false }));
  const present = data?.groups.find(({ id }) => id === team.id) ?? team;
  const { form, isOutdated, adopt } = useSavedForm(present, {
    // In one order, so that who is chosen and taken back is no change.
    valuesOf: ({ member_ids }) => ({ member_ids: member_ids.toSorted() }),
    bodyOf: (values, { version }) => ({ ...values, base_version: version }),
    isPart: true,
    send: useChangeTeam(team.id).mutateAsync,
    onSent: onClose,
  });
  const { member_ids: members } = form.values;
  const toggle = (id: string) =>
    form.set(
      "member_ids",
      members.includes(id) ? members.filter((one) => one !== id) : [...members, id].toSorted(),
    );
  return (
    <FormDialog
      title={MESSAGES.membersOf(team.name)}
      description={MESSAGES.membersHint}
      form={form}
      act={MESSAGES.save}
      busyLabel={MESSAGES.saving}
      disabled={!form.isChanged}
      note={
        <span className="grow text-small muted" role="status">
          {MESSAGES.selected(members.length)}
        </span>
      }
      onClose={onClose}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <People members={members} onToggle={toggle} />
    </FormDialog>
  );
}

function People({ members, onToggle }: { members: readonly string[]; onToggle: (id: string) => void }) {
  const [term, setTerm] = useState("");
  const { list, rows } = useUserList("internal", { search: term });
  const people = rows.filter((person) => person.deleted_at === null);
  return (
    <>
      <SearchBox label={MESSAGES.findPerson} value={term} onSearch={setTerm} />
      {list.isError ? (
        <ErrorState
          title={failureMessage(list.error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <LoadingBlock label={MESSAGES.loadingPeople} visible />
      ) : (
        <ul className="settings-list members">
          {people.length === 0 && <li className="subtle">{MESSAGES.noPeople}</li>}
          {people.map((person) => (
            <li key={person.id}>
              <Checkbox
                label={
                  <span className="flex-row">
                    <Person name={person.fullname} empty="" />
                  </span>
                }
                checked={members.includes(person.id)}
                onChange={() => onToggle(person.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {MESSAGES.more}
        </Button>
      )}
    </>
  );
}
