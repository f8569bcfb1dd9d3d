import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { importKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";

type Named = "assignee" | "company" | "team";

type Props = {
  field: Named;
  label: string;
  /** The name that stands for the value; empty for nothing, null where nobody knows. */
  value: string | null;
  onChange: (name: string) => void;
};

/** Names that a search shows. */
const SHOWN = 30;

/** Who or what on this desk a value of the file means, by name as the file has it; or nothing. */
export function NamePicker({ field, label, value, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const names = useQuery({
    queryKey: importKeys.names(field, term),
    queryFn: ({ signal }) => FIND[field](term, signal),
    enabled: open,
  });
  const nothing = { id: "", label: MESSAGES.nothing };
  return (
    <Picker
      label={label}
      searchLabel={MESSAGES.nameHere}
      value={value === null ? null : pickOf(value)}
      onChange={(pick) => onChange(pick?.id ?? "")}
      options={names.data && [...(term === "" ? [nothing] : []), ...names.data.map(pickOf)]}
      error={names.isError ? failureMessage(names.error, MESSAGES.failedToFetch) : null}
      onRetry={() => void names.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={{ label: MESSAGES.nobodyKnows }}
    />
  );
}

const FIND: Record<Named, (search: string, signal: AbortSignal) => Promise<string[]>> = {
  assignee: async (search, signal) => {
    const { users } = await api("GET /tickets/assignable-users", {
      query: { search, per_page: SHOWN },
      signal,
    });
    return users.map(({ fullname }) => fullname);
  },
  company: async (search, signal) => {
    const { companies } = await api("GET /companies", { query: { search, per_page: SHOWN }, signal });
    return companies.map(({ name }) => name);
  },
  team: async (search, signal) => {
    const { groups } = await api("GET /groups", { query: { search, page: 1, page_size: SHOWN }, signal });
    return groups.map(({ name }) => name);
  },
};

function pickOf(name: string): Pick {
  return { id: name, label: name || MESSAGES.nothing };
}
