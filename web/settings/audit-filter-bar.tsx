import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import { Select } from "../ui/select.tsx";
import { AUDIT_ENTITIES, type AuditEntity, type AuditSearch } from "./audit-search.ts";
import { AUDIT_WORDS as WORDS } from "./organization-words.ts";

type Props = { search: AuditSearch; onChange: (search: AuditSearch) => void; children: ReactNode };

export function AuditFilterBar({ search, onChange, children }: Props) {
  const change = (part: AuditSearch) => onChange({ ...search, ...part });
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <div className="toolbar auditbar">
      <SearchBox
        label={WORDS.search}
        value={search.search ?? ""}
        onSearch={(term) => change({ search: term || undefined })}
      />
      <Select<AuditEntity | "all">
        size="sm"
        label={WORDS.what}
        value={search.entity ?? "all"}
        isSet={search.entity !== undefined}
        options={[
          { value: "all", label: WORDS.everything },
          ...AUDIT_ENTITIES.map((value) => ({ value, label: WORDS.entities[value] })),
        ]}
        onChange={(entity) => change({ entity: entity === "all" ? undefined : entity })}
      />
      <Day label={WORDS.from} value={search.from} onChange={(from) => change({ from })} />
      <Day label={WORDS.to} value={search.to} onChange={(to) => change({ to })} />
      {isFiltered && (
        <Button look="ghost" onClick={() => onChange({})}>
          {WORDS.clear}
        </Button>
      )}
      <span className="pager">{children}</span>
    </div>
  );
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

function Day({ label, value, onChange }: DayProps) {
  return (
    <label className="row sm day">
      <span className="subtle">{label}</span>
      <input
        className="input"
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </label>
  );
}
