import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { applyToOpen } from "../preview/data.ts";
import { OpenTickets, useApplying } from "../preview/open-tickets.tsx";
import {
  choiceOf,
  choosePolicy,
  INHERIT,
  isLetGo,
  NONE,
  policyOriginOf,
  valuesOf,
  withChosen,
} from "./assignment-values.ts";
import {
  type Assignment,
  assignmentQuery,
  calendarsQuery,
  ORGANIZATION,
  policiesQuery,
  type Scope,
  useAssign,
} from "./data.ts";
import { AGREED_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  scope: Scope;
  mayManage: boolean;
  onSaved?: () => void;
};

/** Which service level a company or the organization has, and from where; what a change does to open tickets is shown first. */
export function AssignmentEditor({ scope, mayManage, onSaved }: Props) {
  const { data, error, isError, refetch } = useQuery(assignmentQuery(scope));
  if (data)
    return (
      <div className="assignment">
        <p className="subtle text-small">
          {MESSAGES.applies(data.policy?.name ?? MESSAGES.none, MESSAGES.origins[policyOriginOf(data)])}
          {data.calendar &&
            ` · ${MESSAGES.applies(data.calendar.name, MESSAGES.origins[data.calendar.origin])}`}
        </p>
        {mayManage && <Fields scope={scope} present={data} onSaved={onSaved} />}
      </div>
    );
  if (isError)
    return (
      <ErrorState
        title={failureMessage(error, MESSAGES.failedToLoad) ?? MESSAGES.failedToLoad}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className="assignment" role="status">
      <span className="visually-hidden">{MESSAGES.loading}</span>
      <Skeleton width="16rem" height="1.25rem" />
      <Skeleton width="100%" height="2.25rem" />
    </div>
  );
}

type FieldsProps = Pick<Props, "scope" | "onSaved"> & { present: Assignment };

/** They go on from the choice that they began with, so that another's is not written over. */
function Fields({ scope, present, onSaved }: FieldsProps) {
  const isOrganization = scope === ORGANIZATION;
  const client = useQueryClient();
  const [now, setNow] = useState(present);
  const applying = useApplying();
  const company_id = isOrganization ? null : scope;
  const form = useForm({
    initial: valuesOf(scope, now),
    bodyOf: (values) => ({ ...choiceOf(values, now), base_assignment_id: now.assignment_id }),
    send: useAssign(scope).mutateAsync,
    onSent: (saved) => {
      if (applying.isOn) void applyToOpen(client, { company_id });
      begin(saved);
      onSaved?.();
    },
  });
  const isOutdated = present.assignment_id !== now.assignment_id && !form.isBusy;
  if (isOutdated && !form.isChanged) begin(present);

  function begin(chosen: Assignment) {
    setNow(chosen);
    form.adopt(valuesOf(scope, chosen));
    applying.reset();
  }
  const { values } = form;
  const isFree = !isLetGo(values, now);
  const options = useOptions(isOrganization, now);
  return (
    <>
      <OutdatedBanner isOutdated={isOutdated && form.isChanged} adopt={() => begin(present)} />
      <div className="assignment-fields">
        <Field label={MESSAGES.policy} error={form.errors.policy_id}>
          <Select
            value={values.policy_id}
            options={options.policies}
            onChange={(policy_id) => form.change(choosePolicy(values, policy_id, { scope, now }))}
          />
        </Field>
        <Field label={MESSAGES.calendar} error={form.errors.calendar_id}>
          <Select
            value={values.calendar_id}
            options={options.calendars}
            disabled={!isFree}
            onChange={(calendar_id) => form.set("calendar_id", calendar_id)}
          />
        </Field>
        <Field label={MESSAGES.shown} error={form.errors.shown_to_clients}>
          <Select
            value={values.shown_to_clients}
            options={options.shown}
            disabled={!isFree}
            onChange={(shown) => form.set("shown_to_clients", shown)}
          />
        </Field>
      </div>
      {form.isChanged && (
        <>
          <OpenTickets draft={{ assignment: { company_id, ...choiceOf(values, now) } }} applying={applying} />
          <Button
            look="primary"
            busy={form.isBusy}
            busyLabel={MESSAGES.saving}
            onClick={() => form.submitWith({})}
          >
            {MESSAGES.save}
          </Button>
        </>
      )}
    </>
  );
}

function useOptions(isOrganization: boolean, now: Assignment) {
  const policies = useQuery(policiesQuery).data ?? [];
  const calendars = useQuery(calendarsQuery).data ?? [];
  const own = isOrganization ? "organization" : "company";
  const usual = policies.find(({ is_default }) => is_default)?.name ?? null;
  return {
    policies: [
      ...(isOrganization ? [] : [{ value: INHERIT, label: MESSAGES.inherit(usual) }]),
      { value: NONE, label: MESSAGES.none },
      ...withChosen(policies, now.inherits ? null : now.policy),
    ],
    calendars: [
      { value: INHERIT, label: inheritedCalendar(isOrganization, now) },
      ...withChosen(calendars, now.calendar?.origin === own ? now.calendar : null),
    ],
    shown: [
      ...(isOrganization ? [] : [{ value: "inherit" as const, label: MESSAGES.shownInherit }]),
      { value: "yes" as const, label: MESSAGES.shownYes },
      { value: "no" as const, label: MESSAGES.shownNo },
    ],
  };
}

/** The hours of those who choose none of their own, by name where these apply now. */
function inheritedCalendar(isOrganization: boolean, { calendar }: Assignment): string {
  if (calendar?.origin === "policy") return MESSAGES.levelsCalendar(calendar.name);
  if (isOrganization) return MESSAGES.levelsCalendar(null);
  return calendar?.origin === "organization" ? MESSAGES.inherit(calendar.name) : MESSAGES.noCalendar;
}
