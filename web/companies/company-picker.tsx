import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { companyKeys } from "#contract/query-keys.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { api } from "#web/lib/api/api-client.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { COMPANY_PICKER_MESSAGES } from "./picker-messages.ts";
import { COMPANIES_MESSAGES } from "./messages.ts";

type Company = { id: string; name: string };
type Props = {
  value: Company | null;
  onChange: (company: Company | null) => void;
  /** The label for no company; a filter says "Any company". */
  empty?: { label: string };
  busy?: boolean;
};

/** A client company, out of the active ones; the present value stays even if it is not (rule 176). */
export function CompanyPicker({ value, onChange, empty, busy }: Props) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const companies = useQuery({ ...companiesQuery(term), enabled: open });
  return (
    <Picker
      busy={busy}
      label={COMPANY_PICKER_MESSAGES.companies}
      searchLabel={COMPANY_PICKER_MESSAGES.findCompany}
      value={value && pickOf(value)}
      onChange={(pick) => onChange(pick && { id: pick.id, name: pick.label })}
      options={companies.data?.companies.map(pickOf)}
      error={companies.isError ? failureMessage(companies.error, COMPANIES_MESSAGES.failedToFetch) : null}
      onRetry={() => void companies.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={empty ?? { label: COMPANY_PICKER_MESSAGES.none }}
      clearable
    />
  );
}

const SHOWN = 30;

function companiesQuery(search: string) {
  return queryOptions({
    queryKey: companyKeys.picker(search),
    queryFn: ({ signal }) =>
      api("GET /companies", {
        query: { search, active: "true", per_page: SHOWN },
        signal,
        fallback: COMPANIES_MESSAGES.failedToFetch,
      }),
  });
}

function pickOf({ id, name }: Company): Pick {
  return { id, label: name, icon: <Avatar name={name} size="small" square /> };
}
