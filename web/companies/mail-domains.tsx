import { useQuery } from "@tanstack/react-query";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextList } from "#web/ui/form/text-list.tsx";
import { addDomain, domainsQuery, removeDomain, useChangeDomain } from "./mail-domain-data.ts";
import { MAIL_DOMAINS_MESSAGES as MESSAGES } from "./messages.ts";

/** From which domains the people of a company write; each change is saved at once. */
export function MailDomains({ companyId }: { companyId: string }) {
  const { data } = useQuery(domainsQuery(companyId));
  const changing = useChangeDomain(companyId);
  return (
    <TextList
      legend={MESSAGES.title}
      hint={MESSAGES.hint}
      items={data?.items}
      textOf={({ domain }) => domain}
      renderSigns={({ verified_at }) =>
        verified_at !== null && <Badge tone="success">{MESSAGES.verified}</Badge>
      }
      renderBelow={({ domain, auto_contact }) => (
        <Checkbox
          label={MESSAGES.autoContact}
          checked={auto_contact}
          disabled={changing.isPending}
          onChange={(event) => changing.mutate({ domain, auto_contact: event.target.checked })}
        />
      )}
      label={MESSAGES.further}
      placeholder={MESSAGES.placeholder}
      add={MESSAGES.add}
      removeLabel={MESSAGES.remove}
      failed={MESSAGES.failed}
      onAdd={(domain) => addDomain(companyId, domain)}
      onRemove={({ domain }) => removeDomain(companyId, domain)}
    />
  );
}
