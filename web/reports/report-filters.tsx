import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "#contract/limits.ts";
import { PRIORITY_LABELS } from "#contract/labels.ts";
import { TARGET_LABELS } from "#contract/sla/messages.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { PRIORITIES } from "#contract/statuses.ts";
import { CompanyPicker } from "#web/companies/company-picker.tsx";
import { monthText } from "#web/sla/figures/month-text.ts";
import { PriorityGlyph } from "#web/ui/priority-badge.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { companyNameQuery } from "./data.ts";
import { REPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { lastMonths } from "./months.ts";
import type { ReportSearch } from "./report-search-params.ts";

type Props = {
  search: ReportSearch;
  /** The months that are shown, as the server says. */
  shown: { from: string; to: string } | undefined;
  /** The present month, YYYY-MM. */
  now: string;
  onChange: (part: ReportSearch) => void;
};

/** What the report is about: company, target, priority, and the months. */
export function ReportFilters({ search, shown, now, onChange }: Props) {
  const { data: name } = useQuery(companyNameQuery(search.company_id));
  const months = lastMonths(now, LIMITS.slaReportMonths);
  const options = months.map((month) => ({ value: month, label: monthText(month, now) }));
  const from = shown?.from ?? search.from ?? now;
  const to = shown?.to ?? search.to ?? now;
  return (
    <div className="toolbar report-filters">
      <CompanyPicker
        value={search.company_id ? { id: search.company_id, name: name ?? "" } : null}
        onChange={(company) => onChange({ company_id: company?.id })}
        empty={{ label: MESSAGES.allCompanies }}
      />
      <Select
        size="small"
        label={MESSAGES.target}
        value={search.target ?? "all"}
        isSet={search.target !== undefined}
        options={[
          { value: "all" as const, label: MESSAGES.allTargets },
          ...SLA_TARGETS.map((target) => ({ value: target, label: TARGET_LABELS[target] })),
        ]}
        onChange={(target) => onChange({ target: target === "all" ? undefined : target })}
      />
      <Select
        size="small"
        label={MESSAGES.priority}
        value={search.priority ?? "all"}
        isSet={search.priority !== undefined}
        options={[
          { value: "all" as const, label: MESSAGES.allPriorities },
          ...PRIORITIES.map((priority) => ({
            value: priority,
            label: PRIORITY_LABELS[priority],
            icon: <PriorityGlyph priority={priority} />,
          })),
        ]}
        onChange={(priority) => onChange({ priority: priority === "all" ? undefined : priority })}
      />
      <Select
        size="small"
        label={MESSAGES.from}
        value={from}
        isSet={search.from !== undefined}
        options={options.filter(({ value }) => value <= to)}
        onChange={(month) => onChange({ from: month, to })}
      />
      <Select
        size="small"
        label={MESSAGES.to}
        value={to}
        isSet={search.to !== undefined}
        options={options.filter(({ value }) => value >= from)}
        onChange={(month) => onChange({ from, to: month })}
      />
    </div>
  );
}
