import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { LANGUAGE, LOCALE } from "#web/lib/language.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { countriesQuery, type Holiday, holidaysQuery } from "../data.ts";
import { dateText } from "#web/lib/calendar-dates.ts";
import { HOLIDAY_MESSAGES as MESSAGES } from "../messages.ts";

type Props = {
  /** The year that is proposed first. */
  year: number;
  /** Dates that the calendar has already. */
  listed: readonly string[];
  onAdd: (days: Holiday[]) => void;
  onClose: () => void;
};
type Choice = { country: Pick | null; region: Pick | null; year: number };

/** Proposes the public holidays of a country and year; what stays ticked is added to the form. */
export function HolidayWindow({ year, listed, onAdd, onClose }: Props) {
  const countries = useQuery(countriesQuery);
  const last = countries.data?.last_year ?? year;
  const [choice, choose] = useState<Choice>({ country: null, region: null, year });
  const asked = { ...choice, year: Math.min(choice.year, last) };
  const days = useQuery({
    ...holidaysQuery({
      country: asked.country?.id ?? "",
      ...(asked.region && { region: asked.region.id }),
      year: asked.year,
    }),
    enabled: asked.country !== null,
  });
  const [unticked, untick] = useState<readonly string[]>([]);
  const added = (days.data ?? []).filter(({ day }) => !listed.includes(day) && !unticked.includes(day));
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={MESSAGES.title}
      description={MESSAGES.description}
      onSubmit={(event) => {
        event.preventDefault();
        if (added.length === 0) return;
        onAdd(added);
        onClose();
      }}
      foot={
        <>
          <span className="hint grow">{MESSAGES.source}</span>
          <FormButtons
            act={MESSAGES.add(added.length)}
            busyLabel={MESSAGES.adding}
            isBusy={false}
            disabled={added.length === 0}
            onCancel={onClose}
          />
        </>
      }
    >
      <Choices
        choice={asked}
        years={yearsFrom(year, last)}
        countries={countries.data?.countries}
        error={countries.isError ? failureMessage(countries.error, MESSAGES.failed) : null}
        onRetry={() => void countries.refetch()}
        onChange={(part) => choose({ ...asked, ...part })}
      />
      {year > last && <p className="hint">{MESSAGES.after(last)}</p>}
      {asked.country !== null && (
        <Proposed
          query={days}
          listed={listed}
          unticked={unticked}
          onToggle={(day) =>
            untick(unticked.includes(day) ? unticked.filter((one) => one !== day) : [...unticked, day])
          }
        />
      )}
    </Dialog>
  );
}

type Country = { code: string; regions: { code: string; name: string }[] };

function Choices({
  choice,
  years,
  countries,
  error,
  onRetry,
  onChange,
}: {
  choice: Choice;
  years: number[];
  countries: readonly Country[] | undefined;
  error: string | null;
  onRetry: () => void;
  onChange: (part: Partial<Choice>) => void;
}) {
  const regions = countries?.find(({ code }) => code === choice.country?.id)?.regions ?? [];
  return (
    <div className="holiday-choices">
      <Field label={MESSAGES.country}>
        <Picker
          label={MESSAGES.country}
          searchLabel={MESSAGES.findCountry}
          value={choice.country}
          options={countries && nameCountries(countries)}
          error={error}
          onRetry={onRetry}
          empty={{ label: MESSAGES.chooseCountry }}
          onChange={(country) => onChange({ country, region: null })}
        />
      </Field>
      {regions.length > 0 && (
        <Field label={MESSAGES.region}>
          <Picker
            label={MESSAGES.region}
            searchLabel={MESSAGES.findRegion}
            value={choice.region}
            options={regions.map(({ code, name }) => ({ id: code, label: name }))}
            empty={{ label: MESSAGES.wholeCountry }}
            clearable
            onChange={(region) => onChange({ region })}
          />
        </Field>
      )}
      <Field label={MESSAGES.year}>
        <Select
          value={String(choice.year)}
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
          onChange={(year) => onChange({ year: Number(year) })}
        />
      </Field>
    </div>
  );
}

type ProposedProps = {
  query: ReturnType<typeof useQuery<Holiday[]>>;
  listed: readonly string[];
  unticked: readonly string[];
  onToggle: (day: string) => void;
};

function Proposed({ query: { data, error, isError, refetch }, listed, unticked, onToggle }: ProposedProps) {
  if (isError)
    return (
      <ErrorState
        title={failureMessage(error, MESSAGES.failed) ?? MESSAGES.failed}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <LoadingBlock label={MESSAGES.loading} />;
  if (data.length === 0) return <p className="subtle">{MESSAGES.none}</p>;
  return (
    <fieldset className="holiday-days">
      <legend>{MESSAGES.days}</legend>
      {data.map(({ day, name }) => {
        const isListed = listed.includes(day);
        return (
          <Checkbox
            key={day}
            checked={isListed || !unticked.includes(day)}
            disabled={isListed}
            onChange={() => onToggle(day)}
            label={
              <span className="holiday-words">
                <span className="muted numeric">{dateText(day)}</span>
                <span>
                  {name}
                  {isListed && <span className="subtle"> · {MESSAGES.listed}</span>}
                </span>
              </span>
            }
          />
        );
      })}
    </fieldset>
  );
}

/** Three years from the first one on, as far as they are known. */
function yearsFrom(first: number, last: number): number[] {
  const from = Math.min(first, last);
  return [from - 1, from, from + 1].filter((year) => year <= last);
}

const countryNames = new Intl.DisplayNames(LOCALE, { type: "region" });

function nameCountries(countries: readonly Country[]): Pick[] {
  return countries
    .map(({ code }) => ({ id: code, label: countryNames.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, LANGUAGE));
}
