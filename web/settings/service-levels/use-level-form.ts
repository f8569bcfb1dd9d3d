import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { applyToOpen, type SlaDraft } from "#web/sla/preview/data.ts";
import { useApplying } from "#web/sla/preview/open-tickets.tsx";
import { useAppliedForm } from "#web/settings/saved-form/use-applied-form.ts";
import { type Level, type LevelBody, useChangeLevel, useCreateLevel } from "./data.ts";
import { bodyOf, isFaulty, type LevelValues, ROWS, valuesOf } from "./level-values.ts";

const newSchema = lazyLoad(
  () => import("#contract/sla/policies.ts"),
  (contract) => contract.policyEndpoints.createPolicy.body,
);
const changeSchema = lazyLoad(
  () => import("#contract/sla/policies.ts"),
  (contract) => contract.policyEndpoints.changePolicy.body,
);

const PRESET: LevelBody = {
  name: "Standard",
  calendar_id: null,
  pauses_for_client: true,
  pauses_for_third_party: true,
  targets: PRESET_TARGETS,
};

/** The form of a service level that is not there yet, with the usual targets; the first one is for everybody. */
export function useNewLevelForm(isFirst: boolean, onSent: (level: Level) => unknown) {
  const client = useQueryClient();
  const applying = useApplying();
  const [initial] = useState(() => valuesOf({ ...PRESET, name: isFirst ? PRESET.name : "" }, isFirst));
  const form = useForm({
    initial,
    bodyOf,
    schema: newSchema,
    // What is proposed is nobody's work: nothing is lost until something of it was changed.
    send: useCreateLevel().mutateAsync,
    onSent: (level, body) => {
      if (applying.isOn && body.for_everyone) void applyToOpen(client, { company_id: null });
      return onSent(level);
    },
  });
  const isPreviewed = form.values.for_everyone && isSound(form.values);
  return { form, applying, draft: isPreviewed ? { policy: policyOf(form.values) } : null };
}

/** The form of a service level that is there. */
export function useLevelForm(present: Level) {
  const applied = useAppliedForm(
    present,
    {
      valuesOf: (level) => valuesOf(draftOf(level), false),
      bodyOf: (values: LevelValues, { version }) => ({ ...policyOf(values), base_version: version }),
      schema: changeSchema,
      send: useChangeLevel(present.id).mutateAsync,
    },
    ({ id }) => ({ policy_id: id }),
  );
  const { isChanged, values } = applied.form;
  const draft: SlaDraft | null =
    isChanged && isSound(values) ? { policy: { ...policyOf(values), policy_id: present.id } } : null;
  return { ...applied, draft };
}

function policyOf(values: LevelValues): LevelBody {
  const { for_everyone: _, ...policy } = bodyOf(values);
  return policy;
}

/** The part of a form that its fields use, new or not. */
export type LevelFormState = Pick<
  ReturnType<typeof useNewLevelForm>["form"],
  "values" | "errors" | "set" | "text" | "isBusy" | "isChanged" | "onSubmit"
>;

function draftOf({
  name,
  calendar_id,
  pauses_for_client,
  pauses_for_third_party,
  targets,
}: Level): LevelBody {
  return { name, calendar_id, pauses_for_client, pauses_for_third_party, targets };
}

/** Whether it can be saved as it is typed, so that there is something to look ahead at. */
function isSound({ name, targets }: LevelValues): boolean {
  return (
    name.trim() !== "" && ROWS.every((row) => SLA_TARGETS.every((target) => !isFaulty(targets[row][target])))
  );
}
