import { type FormEvent, useState } from "react";
import { failureWords } from "../lib/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/choice.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Person } from "../ui/avatar.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { useUserList } from "../users/data.ts";
import { changeTeam, type Team } from "./data.ts";
import { TEAMS_WORDS as WORDS } from "./words.ts";

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
      title={WORDS.membersOf(team.name)}
      description={WORDS.membersHint}
      form={{ onSubmit: (event) => void save(event), isBusy }}
      act={WORDS.save}
      busyLabel={WORDS.saving}
      disabled={!isChanged}
      note={
        <span className="grow sm muted" role="status">
          {WORDS.selected(members.size)}
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
      <SearchBox label={WORDS.findPerson} value={term} onSearch={setTerm} />
      {list.isError ? (
        <ErrorState
          title={failureWords(list.error, WORDS.failedToFetch) ?? WORDS.failedToFetch}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <LoadingBlock words={WORDS.loadingPeople} visible />
      ) : (
        <ul className="setlist people">
          {people.length === 0 && <li className="subtle">{WORDS.noPeople}</li>}
          {people.map((person) => (
            <li key={person.id}>
              <Checkbox
                label={
                  <span className="row">
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
        <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {WORDS.more}
        </Button>
      )}
    </>
  );
}
