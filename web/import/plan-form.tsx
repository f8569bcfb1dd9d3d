import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage, isTemporary } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { ColumnTable } from "./column-table.tsx";
import {
  type Import,
  type Plan,
  type Reading,
  type Table,
  tableQuery,
  useCheckImport,
  useDiscardImport,
  useImportStep,
  useReadTable,
} from "./data.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { ReadingFields } from "./reading-fields.tsx";
import { ValueTable } from "./value-table.tsx";

/** How a file is read and what its columns are, the check of that, and the start. */
export function PlanForm({ one }: { one: Import }) {
  const [reading, setReading] = useState<Reading>(() => readingOf(one.plan));
  const table = useQuery(tableQuery(one.id, reading));
  const readTable = useReadTable(one.id);
  return (
    <>
      {table.isError && <Unread error={table.error} onRetry={() => void table.refetch()} />}
      {table.data ? (
        <Columns
          // Another line or sheet has other columns, so the choices begin anew.
          key={table.data.header.join("\n")}
          one={one}
          table={table.data}
          reading={reading}
          // A choice that the file cannot be read by says why, and is not taken.
          onRead={(chosen) => readTable.mutate(chosen, { onSuccess: () => setReading(chosen) })}
        />
      ) : (
        table.isPending && <LoadingBlock visible />
      )}
      {!table.data && <Discard one={one} />}
    </>
  );
}

/** Of no use is trying again where the file itself is at fault. */
function Unread({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const title = failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch;
  return isTemporary(error) ? (
    <ErrorState title={title} onRetry={onRetry} />
  ) : (
    <Banner tone="danger" title={title} />
  );
}

function Discard({ one }: { one: Import }) {
  const discarding = useDiscardImport(one.id);
  return (
    <Button look="danger-quiet" busy={discarding.isPending} onClick={() => discarding.mutate()}>
      {MESSAGES.discard}
    </Button>
  );
}

type Props = { one: Import; table: Table; reading: Reading; onRead: (reading: Reading) => void };

function Columns({ one, table, reading, onRead }: Props) {
  const [plan, setPlan] = useState<Plan>(() => keptFor(one.plan, reading) ?? planFor(table));
  const checking = useCheckImport(one.id);
  const starting = useImportStep(one.id, "POST /imports/{import_id}/start", MESSAGES.startFailed);
  const change = (part: Partial<Plan>) => setPlan((before) => ({ ...before, ...part }));
  const whole = { ...plan, ...reading };
  const isReady = plan.columns.issue !== undefined;
  const isChecked = one.state === "checked" && one.plan !== null;
  const isSame = isChecked && isSamePlan(whole, one.plan);
  const { report } = one;
  return (
    <>
      <ReadingFields
        table={table}
        reading={reading}
        onRead={onRead}
        dates={plan.dates}
        onDates={(dates) => change({ dates })}
      />
      <Card title={MESSAGES.mapping} caption={MESSAGES.mappingCaption}>
        <div className="stack">
          <ColumnTable table={table} columns={plan.columns} onChange={(columns) => change({ columns })} />
          {plan.columns.company !== undefined && (
            <Checkbox
              label={MESSAGES.makeCompanies}
              checked={plan.make_companies}
              onChange={({ target }) => change({ make_companies: target.checked })}
            />
          )}
          {plan.columns.client !== undefined && (
            <Checkbox
              label={MESSAGES.makePeople}
              checked={plan.make_people}
              onChange={({ target }) => change({ make_people: target.checked })}
            />
          )}
        </div>
      </Card>
      {isChecked && report && report.values.length > 0 && (
        <ValueTable values={report.values} plan={plan} onChange={(values) => change({ values })} />
      )}
      {isChecked && report && <Outcome one={one} report={report} title={MESSAGES.outcome} />}
      <div className="flex-row wrap">
        <Button
          look={isSame ? "secondary" : "primary"}
          disabled={!isReady}
          busy={checking.isPending}
          onClick={() => checking.mutate(whole)}
        >
          {isChecked ? MESSAGES.checkAgain : MESSAGES.check}
        </Button>
        {isSame && report && (
          <Button
            look="primary"
            disabled={report.imported === 0}
            busy={starting.isPending}
            onClick={() => starting.mutate()}
          >
            {MESSAGES.start(report.imported)}
          </Button>
        )}
        <span className="text-small muted" role="status">
          {!isReady ? MESSAGES.issueNeeded : isChecked && !isSame ? MESSAGES.changed : ""}
        </span>
        <span className="grow" />
        <Discard one={one} />
      </div>
    </>
  );
}

function readingOf(plan: Plan | null): Reading {
  const { sheet, header_line, encoding, delimiter } = plan ?? {};
  return {
    ...(sheet === undefined ? {} : { sheet }),
    ...(header_line === undefined ? {} : { header_line }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
  };
}

/** The plan of the last check, where the file is still read as it was: other lines and sheets have other columns. */
function keptFor(plan: Plan | null, reading: Reading): Plan | null {
  return JSON.stringify(sorted(readingOf(plan))) === JSON.stringify(sorted(reading)) ? plan : null;
}

function planFor({ guess }: Table): Plan {
  return { columns: guess, values: [], make_companies: true, make_people: true };
}

/** Both as the server keeps them: in JSON, by the names of the fields. */
function isSamePlan(one: Plan, other: Plan | null): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other ?? {}));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, part]) => [name, sorted(part)]);
}
