import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { AUDIT_ENTITIES, type AuditEntity, type AuditSearch, isDay } from "./audit-search-params.ts";
import { AUDIT_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { search: AuditSearch; onChange: (search: AuditSearch) => void; children: ReactNode };

export function AuditFilterBar({ search, onChange, children }: Props) {
  const change = (part: AuditSearch) => onChange({ ...search, ...part });
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <div className="toolbar audit-toolbar">
      <SearchBox
        label={MESSAGES.search}
        value={search.search ?? ""}
        onSearch={(term) => change({ search: term || undefined })}
      />
      <Select<AuditEntity | "all">
        size="small"
        label={MESSAGES.what}
        value={search.entity ?? "all"}
        isSet={search.entity !== undefined}
        options={[
          { value: "all", label: MESSAGES.everything },
          ...AUDIT_ENTITIES.map((value) => ({ value, label: MESSAGES.entities[value] })),
        ]}
        onChange={(entity) => change({ entity: entity === "all" ? undefined : entity })}
      />
      <Day label={MESSAGES.from} value={search.from} onChange={(from) => change({ from })} />
      <Day label={MESSAGES.to} value={search.to} onChange={(to) => change({ to })} />
      {isFiltered && (
        <Button look="ghost" onClick={() => onChange({})}>
          {MESSAGES.clear}
        </Button>
      )}
      <span className="pager">{children}</span>
    </div>
  );
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

/** What is typed stays in the field until it is a day: the list goes by the last one that was. */
function Day({ label, value = "", onChange }: DayProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }
  return (
    <label className="flex-row text-small day-field">
      <span className="subtle">{label}</span>
      <input
        className="input"
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={typed}
        onChange={({ target: { value: day } }) => {
          setTyped(day);
          if (day === "" || isDay(day)) onChange(day || undefined);
        }}
        onBlur={() => setTyped(value)}
      />
    </label>
  );
}
