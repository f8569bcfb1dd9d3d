import { useNavigate, useSearch } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import { mayManageClients } from "#contract/access/users.ts";
import { currentOf } from "#web/lib/list/current-of.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { sortingOf, withSorting } from "#web/lib/directory/directory-search-params.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportButton } from "#web/ui/export-button.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { fetchUsersCsv, type InviteLink, type User, type UserSearch, useUserList } from "#web/users/data.ts";
import { EraseUser } from "#web/users/dialogs/erase-user.tsx";
import { InviteLinkDialog } from "#web/users/dialogs/invite-link-dialog.tsx";
import { ResetFactor } from "#web/users/dialogs/reset-second-factor.tsx";
import { DeleteClient, RestoreClient } from "./client-confirm-dialogs.tsx";
import { ClientTable } from "./client-table.tsx";
import { EditDialog } from "./edit-client-dialog.tsx";
import { InviteDialog } from "./invite-client-dialog.tsx";
import { CLIENTS_MESSAGES } from "./messages.ts";

type OpenDialog =
  | { kind: "invite" }
  | { kind: "edit" | "reset-factor" | "delete" | "restore" | "erase"; client: User }
  | ({ kind: "link" } & InviteLink);

/** The directory of the people of all client companies. */
export function ListPage() {
  usePageTitle(CLIENTS_MESSAGES.title);
  const mayManage = mayManageClients(useActor());
  const search = useSearch({ from: "/protected/clients" });
  const navigate = useNavigate();
  const clients = useUserList("external", search);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);

  const show = (next: UserSearch) => void navigate({ to: "/clients", search: next, replace: true });
  const { search: _, ...unsearched } = search;
  const onLink = (link: InviteLink) => setDialog({ kind: "link", ...link });
  return (
    <>
      <PageHead
        title={CLIENTS_MESSAGES.title}
        subtitle={CLIENTS_MESSAGES.subtitle}
        actions={
          mayManage && (
            <Button
              look="primary"
              icon={<Send className="icon" />}
              onClick={() => setDialog({ kind: "invite" })}
            >
              {CLIENTS_MESSAGES.invite}
            </Button>
          )
        }
      />
      <section className="card">
        <header className="card-head line with-search">
          <h2 className="grow">{CLIENTS_MESSAGES.directory}</h2>
          <SearchBox
            label={CLIENTS_MESSAGES.search}
            value={search.search ?? ""}
            onSearch={(term) => show(term ? { ...search, search: term } : unsearched)}
            isOfPage
          />
          <ExportButton name="clients" fetchCsv={(signal) => fetchUsersCsv("external", search, signal)} />
        </header>
        <ClientTable
          clients={clients}
          sorting={sortingOf(search, "fullname")}
          onSort={(next) => show(withSorting(search, next, "fullname"))}
          actions={{
            edit: (client) => setDialog({ kind: "edit", client }),
            resetFactor: (client) => setDialog({ kind: "reset-factor", client }),
            remove: (client) => setDialog({ kind: "delete", client }),
            restore: (client) => setDialog({ kind: "restore", client }),
            erase: (client) => setDialog({ kind: "erase", client }),
          }}
          onLink={onLink}
          onClear={search.search ? () => show(unsearched) : undefined}
        />
      </section>
      {dialog && (
        <Dialogs clients={clients.rows} dialog={dialog} onClose={() => setDialog(null)} onLink={onLink} />
      )}
    </>
  );
}

type DialogsProps = {
  /** As the list shows them now. */
  clients: readonly User[];
  dialog: OpenDialog;
  onClose: () => void;
  onLink: (link: InviteLink) => void;
};

function Dialogs({ clients, dialog, onClose, onLink }: DialogsProps) {
  switch (dialog.kind) {
    case "invite":
      return <InviteDialog onClose={onClose} onLink={onLink} />;
    case "edit":
      return <EditDialog client={currentOf(clients, dialog.client)} onClose={onClose} />;
    case "reset-factor":
      return <ResetFactor user={dialog.client} onClose={onClose} />;
    case "delete":
      return <DeleteClient client={dialog.client} onClose={onClose} />;
    case "erase":
      return <EraseUser user={dialog.client} onClose={onClose} />;
    case "restore":
      return <RestoreClient client={dialog.client} onClose={onClose} />;
    default:
      return <InviteLinkDialog to={dialog.to} link={dialog.link} onClose={onClose} />;
  }
}
