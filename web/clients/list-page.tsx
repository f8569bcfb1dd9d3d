import { useNavigate, useSearch } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import { mayManageClients } from "#contract/access/users.ts";
import { usePageTitle } from "../lib/brand.ts";
import { sortingOf, withSorting } from "../lib/directory-search.ts";
import { useActor } from "../lib/session-state.ts";
import { Button } from "../ui/button.tsx";
import { PageHead } from "../ui/page.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { type User, type UserSearch, useUserList } from "../users/data.ts";
import { type InviteLink, InviteLinkDialog } from "../users/invite-link-dialog.tsx";
import { ResetFactor } from "../users/reset-factor.tsx";
import { DeleteClient, RestoreClient } from "./client-confirms.tsx";
import { ClientTable } from "./client-table.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { CLIENTS_WORDS } from "./words.ts";

type OpenDialog =
  | { kind: "invite" }
  | { kind: "edit" | "reset-factor" | "delete" | "restore"; client: User }
  | ({ kind: "link" } & InviteLink);

/** Every person of every client company. */
export function ListPage() {
  usePageTitle(CLIENTS_WORDS.title);
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
        title={CLIENTS_WORDS.title}
        subtitle={CLIENTS_WORDS.subtitle}
        actions={
          mayManage && (
            <Button
              look="primary"
              icon={<Send className="i" />}
              onClick={() => setDialog({ kind: "invite" })}
            >
              {CLIENTS_WORDS.invite}
            </Button>
          )
        }
      />
      <section className="card">
        <header className="chead line with-search">
          <h2 className="grow">{CLIENTS_WORDS.directory}</h2>
          <SearchBox
            label={CLIENTS_WORDS.search}
            value={search.search ?? ""}
            onSearch={(term) => show(term ? { ...search, search: term } : unsearched)}
            isOfPage
          />
        </header>
        <ClientTable
          clients={clients}
          sorting={sortingOf(search, "fullname")}
          onSort={(next) => show(withSorting(search, next, "fullname"))}
          acts={{
            edit: (client) => setDialog({ kind: "edit", client }),
            resetFactor: (client) => setDialog({ kind: "reset-factor", client }),
            remove: (client) => setDialog({ kind: "delete", client }),
            restore: (client) => setDialog({ kind: "restore", client }),
          }}
          onLink={onLink}
          onClear={search.search ? () => show(unsearched) : undefined}
        />
      </section>
      {dialog && <Dialogs dialog={dialog} onClose={() => setDialog(null)} onLink={onLink} />}
    </>
  );
}

type DialogsProps = { dialog: OpenDialog; onClose: () => void; onLink: (link: InviteLink) => void };

function Dialogs({ dialog, onClose, onLink }: DialogsProps) {
  switch (dialog.kind) {
    case "invite":
      return <InviteDialog onClose={onClose} onLink={onLink} />;
    case "edit":
      return <EditDialog client={dialog.client} onClose={onClose} />;
    case "reset-factor":
      return <ResetFactor user={dialog.client} onClose={onClose} />;
    case "delete":
      return <DeleteClient client={dialog.client} onClose={onClose} />;
    case "restore":
      return <RestoreClient client={dialog.client} onClose={onClose} />;
    default:
      return <InviteLinkDialog to={dialog.to} link={dialog.link} onClose={onClose} />;
  }
}
