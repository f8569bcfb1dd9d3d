import { Pencil, RotateCcw, Shield, Trash2 } from "lucide-react";
import type { Actor } from "#contract/access/actor.ts";
import { mayManageClients } from "#contract/access/users.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import type { Sorting } from "#web/lib/directory/sort-rows.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { type Column, DirectoryTable } from "#web/ui/table/directory-table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type RowAction, RowActions } from "#web/ui/table/row-actions.tsx";
import { Badge } from "#web/ui/badge.tsx";
import type { User, UserColumn, useUserList } from "#web/users/data.ts";
import type { InviteLink } from "#web/users/data.ts";
import { personColumns } from "#web/users/list/person-columns.tsx";
import { eraseUserActions } from "#web/users/dialogs/erase-user.tsx";
import { resetSecondFactorActions } from "#web/users/dialogs/reset-second-factor.tsx";
import { companyText } from "#web/users/list/user-cells.tsx";
import { USERS_MESSAGES } from "#web/users/messages.ts";
import { CLIENTS_MESSAGES } from "./messages.ts";

export type ClientRowActions = Record<
  "edit" | "resetFactor" | "remove" | "restore" | "erase",
  (client: User) => void
>;

type Props = {
  clients: ReturnType<typeof useUserList>;
  sorting: Sorting<UserColumn>;
  onSort: (sorting: Sorting<UserColumn>) => void;
  actions: ClientRowActions;
  onLink: (link: InviteLink) => void;
  onClear?: () => void;
};

export function ClientTable({ clients, sorting, onSort, actions, onLink, onClear }: Props) {
  const actor = useActor();
  return (
    <DirectoryTable
      label={CLIENTS_MESSAGES.title}
      columns={columnsOf({ actor, actions, onLink })}
      {...clients}
      sorting={sorting}
      onSort={onSort}
      isDeleted={(client) => client.deleted_at !== null}
      messages={{ loading: CLIENTS_MESSAGES.loading, failed: USERS_MESSAGES.failedToFetch }}
      empty={<ClientsEmpty onClear={onClear} />}
    />
  );
}

type ColumnOptions = Pick<Props, "actions" | "onLink"> & { actor: Actor };

function columnsOf({ actor, actions, onLink }: ColumnOptions): Column<User, UserColumn>[] {
  const { columns: labels } = USERS_MESSAGES;
  const person = personColumns(onLink);
  return [
    { ...person.fullname, width: "min(12.75rem, 18cqw)" },
    person.email,
    {
      id: "company",
      label: labels.company,
      width: "min(12.5rem, 17.6cqw)",
      place: "column-below",
      cell: (client) => <CompanyCell client={client} />,
    },
    { ...person.role, width: "7.75rem", place: "column-wide-only" },
    { ...person.status, width: "6.5rem" },
    { ...person.lastOnline, width: "min(8rem, 11.3cqw)" },
    {
      id: "actions",
      label: labels.actions,
      width: "9rem",
      isRight: true,
      place: "column-actions",
      cell: (client) => (
        <RowActions
          label={CLIENTS_MESSAGES.actionsFor(client.fullname)}
          actions={[
            manageRoles(client),
            ...(mayManageClients(actor) ? managing(actor, client, actions) : []),
          ]}
        />
      ),
    },
  ];
}

function CompanyCell({ client }: { client: User }) {
  if (!client.company_id) {
    return (
      <span title={USERS_MESSAGES.noCompanyWhy}>
        <Badge tone="warning">{USERS_MESSAGES.noCompany}</Badge>
      </span>
    );
  }
  const name = companyText(client);
  return (
    <span className="person" title={name}>
      {client.company_name && <Avatar name={name} size="small" square />}
      <span className="truncate">{name}</span>
    </span>
  );
}

/** Open to all who see the directory; for most of them the page is to look at (rule 118). */
function manageRoles(client: User): RowAction {
  return {
    label: CLIENTS_MESSAGES.manageRoles,
    name: CLIENTS_MESSAGES.manageRolesOf(client.fullname),
    icon: <Shield className="icon" />,
    to: `/clients/${client.id}/roles`,
  };
}

function managing(actor: Actor, client: User, actions: ClientRowActions): RowAction[] {
  return [
    {
      label: CLIENTS_MESSAGES.edit,
      name: CLIENTS_MESSAGES.editOf(client.fullname),
      icon: <Pencil className="icon" />,
      why: client.deleted_at ? CLIENTS_MESSAGES.deletedWhy : undefined,
      onSelect: () => actions.edit(client),
    },
    ...resetSecondFactorActions(actor, client, actions.resetFactor),
    client.deleted_at
      ? {
          label: CLIENTS_MESSAGES.restore,
          name: CLIENTS_MESSAGES.restoreOf(client.fullname),
          icon: <RotateCcw className="icon" />,
          onSelect: () => actions.restore(client),
        }
      : {
          label: CLIENTS_MESSAGES.delete,
          name: CLIENTS_MESSAGES.deleteOf(client.fullname),
          icon: <Trash2 className="icon" />,
          danger: true,
          onSelect: () => actions.remove(client),
        },
    ...eraseUserActions(actor, client, actions.erase),
  ];
}

function ClientsEmpty({ onClear }: { onClear?: () => void }) {
  return (
    <EmptyState
      title={CLIENTS_MESSAGES.empty}
      actions={onClear && <Button onClick={onClear}>{CLIENTS_MESSAGES.clearSearch}</Button>}
    >
      <p>{onClear ? CLIENTS_MESSAGES.emptyHint : CLIENTS_MESSAGES.emptyStart}</p>
    </EmptyState>
  );
}
