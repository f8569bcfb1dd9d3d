import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { userKeys } from "#contract/query-keys.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { api, type QueryOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { Avatar, NobodyAvatar } from "#web/ui/avatar.tsx";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { USER_PICKER_MESSAGES } from "./picker-messages.ts";
import { USERS_MESSAGES } from "./messages.ts";

export type Client = ReplyOf<"GET /users">["users"][number];

type Props = {
  value: { id: string; fullname: string } | null;
  onChange: (client: Client | null) => void;
  /** Only the people of this company. */
  companyId?: string | null;
  /** Staff as well as clients. */
  everybody?: boolean;
  clearable?: boolean;
  empty?: { label: string };
  label?: string;
  searchLabel?: string;
  busy?: boolean;
  trigger?: ReactElement;
};

/** A client out of hundreds of thousands: the server searches, the list shows the first that match. */
export function ClientPicker({ value, onChange, companyId, everybody, clearable = true, ...rest }: Props) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const clients = useQuery({
    ...clientsQuery({
      search: term,
      company_id: companyId ?? undefined,
      user_type: everybody ? undefined : "external",
    }),
    enabled: open,
  });
  const found = clients.data?.users;
  return (
    <Picker
      label={USER_PICKER_MESSAGES.clients}
      searchLabel={USER_PICKER_MESSAGES.findClient}
      empty={{ label: USER_PICKER_MESSAGES.none, icon: <NobodyAvatar size="small" /> }}
      {...rest}
      value={
        value && { id: value.id, label: value.fullname, icon: <Avatar name={value.fullname} size="small" /> }
      }
      onChange={(pick) => onChange(found?.find(({ id }) => id === pick?.id) ?? null)}
      options={found?.map(pickOf)}
      error={clients.isError ? failureMessage(clients.error, USERS_MESSAGES.failedToFetch) : null}
      onRetry={() => void clients.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      clearable={clearable}
    />
  );
}

const SHOWN = 30;

function clientsQuery(query: NonNullable<QueryOf<"GET /users">>) {
  return queryOptions({
    queryKey: userKeys.picker(query),
    queryFn: ({ signal }) =>
      api("GET /users", {
        query: { ...query, per_page: SHOWN },
        signal,
        fallback: USERS_MESSAGES.failedToFetch,
      }),
  });
}

function pickOf({ id, fullname, company_name }: Client): Pick {
  return {
    id,
    label: fullname,
    icon: <Avatar name={fullname} size="small" />,
    note: company_name ?? undefined,
  };
}
