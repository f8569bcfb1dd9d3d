import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, Send } from "lucide-react";
import { useState } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { mayManageUsers } from "#contract/access/users.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { sortingOf, withSorting } from "#web/lib/directory/directory-search-params.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ExportButton } from "#web/ui/export-button.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { fetchUsersCsv, type InviteLink, type UserSearch, useSendInvite, useUserList } from "../data.ts";
import { type OpenDialog, UserDialogs } from "../dialogs/user-dialogs.tsx";
import { UserTable } from "./user-table.tsx";
import { USERS_MESSAGES } from "../messages.ts";

/** The directory of staff, or for client admins of the people of the own company. */
export function ListPage() {
  usePageTitle(USERS_MESSAGES.title);
  const actor = useActor();
  const search = useSearch({ from: "/protected/users" });
  const navigate = useNavigate();
  const userType = isExternal(actor) ? "external" : "internal";
  const users = useUserList(userType, search);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const onLink = (link: InviteLink) => setDialog({ kind: "link", ...link });
  const inviting = useSendInvite(onLink);

  const show = (next: UserSearch) => void navigate({ to: "/users", search: next, replace: true });
  const { search: _, ...unsearched } = search;
  const sorting = sortingOf(search, "fullname");
  return (
    <>
      <PageHead
        title={USERS_MESSAGES.title}
        subtitle={isExternal(actor) ? USERS_MESSAGES.subtitleOwn : USERS_MESSAGES.subtitle}
        actions={mayManageUsers(actor) && <AddUsers onOpen={(kind) => setDialog({ kind })} />}
      />
      <div className="toolbar">
        <SearchBox
          label={USERS_MESSAGES.search}
          value={search.search ?? ""}
          onSearch={(term) => show(term ? { ...search, search: term } : unsearched)}
          isOfPage
        />
        <ExportButton name="users" fetchCsv={(signal) => fetchUsersCsv(userType, search, signal)} />
      </div>
      <Card>
        <UserTable
          users={users}
          sorting={sorting}
          onSort={(next) => show(withSorting(search, next, "fullname"))}
          actions={{
            edit: (user) => setDialog({ kind: "edit", user }),
            sendInvite: (user) => inviting.isPending || inviting.mutate(user),
            manageRoles: (user) => setDialog({ kind: "roles", user }),
            resetFactor: (user) => setDialog({ kind: "reset-factor", user }),
            remove: (user) => setDialog({ kind: "delete", user }),
            restore: (user) => setDialog({ kind: "restore", user }),
            erase: (user) => setDialog({ kind: "erase", user }),
          }}
          onLink={onLink}
          onClear={search.search ? () => show(unsearched) : undefined}
        />
      </Card>
      {dialog && (
        <UserDialogs users={users.rows} dialog={dialog} onClose={() => setDialog(null)} onLink={onLink} />
      )}
    </>
  );
}

function AddUsers({ onOpen }: { onOpen: (kind: "create" | "invite") => void }) {
  return (
    <>
      <Button icon={<Send className="icon" />} onClick={() => onOpen("invite")}>
        {USERS_MESSAGES.invite}
      </Button>
      <Button look="primary" icon={<Plus className="icon" />} onClick={() => onOpen("create")}>
        {USERS_MESSAGES.create}
      </Button>
    </>
  );
}
