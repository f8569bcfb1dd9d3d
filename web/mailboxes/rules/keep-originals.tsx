import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { countText } from "#web/lib/format.ts";
import { retentionQuery } from "#web/settings/organization/data.ts";
import { RETENTION_MESSAGES } from "#web/settings/organization/messages.ts";
import { Select } from "#web/ui/form/select.tsx";
import { RULES_MESSAGES as MESSAGES } from "./messages.ts";
import { SettingRow } from "./setting-row.tsx";

/** The days that are offered; the API takes any between the first and the last. */
const CHOICES = [30, 90, 180, 365, 730, 1825, 3650];
const FOREVER = "forever";

type Props = { days: number | null; error?: string; onChange: (days: number | null) => void };

/** For how long the originals of mail are kept, with what the next night would take. */
export function KeepOriginals({ days, error, onChange }: Props) {
  const { data } = useQuery({
    ...retentionQuery({ mail_keep_originals_days: days ?? undefined }),
    placeholderData: keepPreviousData,
  });
  const offered = [...new Set([...CHOICES, ...(days === null ? [] : [days])])].toSorted((a, b) => a - b);
  return (
    <SettingRow
      label={MESSAGES.keep}
      hint={
        <>
          {MESSAGES.keepHint} {data && data.originals.count > 0 && <b>{dueText(data.originals)}</b>}
        </>
      }
      error={error}
    >
      <Select
        size="small"
        label={MESSAGES.keep}
        value={days === null ? FOREVER : String(days)}
        options={[
          ...offered.map((each) => ({ value: String(each), label: MESSAGES.days(countText(each)) })),
          { value: FOREVER, label: MESSAGES.forever },
        ]}
        onChange={(value) => onChange(value === FOREVER ? null : Number(value))}
      />
    </SettingRow>
  );
}

function dueText({ count, is_capped }: { count: number; is_capped: boolean }): string {
  return RETENTION_MESSAGES.goes(count, is_capped);
}
