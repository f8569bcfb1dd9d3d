import { type FormEvent, useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Person } from "#web/ui/avatar.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { useUserList } from "#web/users/data.ts";
import { changeTeam, type Team } from "./data.ts";
import { TEAMS_MESSAGES as MESSAGES } from "./messages.ts";

/** Chooses who works in a team, out of the staff. */
export function MembersDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(team.member_ids));
  const [isBusy, setBusy] = useState(false);
  const isChanged = members.size !== team.member_ids.length || team.member_ids.some((id) => !members.has(id));

  function toggle(id: string) {
    const next = new Set(members);
    if (!next.delete(id)) next.add(id);
    setMembers(next);
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const isSaved = await changeTeam(team.id, { member_ids: [...members] }).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (isSaved) onClose();
  }
  return (
    <FormDialog
      title={MESSAGES.membersOf(team.name)}
      description={MESSAGES.membersHint}
      form={{ onSubmit: (event) => void save(event), isBusy }}
      act={MESSAGES.save}
      busyLabel={MESSAGES.saving}
      disabled={!isChanged}
      note={
        <span className="grow text-small muted" role="status">
          {MESSAGES.selected(members.size)}
        </span>
      }
      onClose={onClose}
    >
      <People members={members} onToggle={toggle} />
    </FormDialog>
  );
}

function People({ members, onToggle }: { members: ReadonlySet<string>; onToggle: (id: string) => void }) {
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
                checked={members.has(person.id)}
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
