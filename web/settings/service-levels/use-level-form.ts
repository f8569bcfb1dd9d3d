import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { SLA_TARGETS } from "#contract/sla/targets.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { applyToOpen, type SlaDraft } from "#web/sla/preview/data.ts";
import { useApplying } from "#web/sla/preview/open-tickets.tsx";
import { type Level, type LevelBody, useChangeLevel, useCreateLevel } from "./data.ts";
import { bodyOf, isFaulty, type LevelValues, ROWS, valuesOf } from "./level-values.ts";

const schema = lazyLoad(
  () => import("#contract/sla/policies.ts"),
  (contract) => contract.policyEndpoints.createPolicy.body,
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
    schema,
    // What is proposed is nobody's work: nothing is lost until something of it was changed.
    send: useCreateLevel().mutateAsync,
    onSent: (level, body) => {
      if (applying.isOn && body.for_everyone) void applyToOpen(client, { company_id: null });
      return onSent(level);
    },
  });
  const { for_everyone, ...policy } = bodyOf(form.values);
  return { form, applying, draft: for_everyone && isSound(form.values) ? { policy } : null };
}

/**
 * The form of a service level that is there. It goes on from the version that it began with, so that what somebody else has
 * saved meanwhile is not written over; `present` is how it is now.
 */
export function useLevelForm(present: Level) {
  const client = useQueryClient();
  const applying = useApplying();
  const [start, setStart] = useState(present);
  const change = useChangeLevel(present.id, start.version);
  const form = useForm({
    initial: valuesOf(draftOf(start), false),
    bodyOf,
    schema,
    send: ({ body: { for_everyone: _, ...body }, idempotencyKey }) =>
      change.mutateAsync({ body, idempotencyKey }),
    onSent: (level: Level) => {
      if (applying.isOn) void applyToOpen(client, { policy_id: level.id });
      applying.reset();
      begin(level);
    },
  });
  const isOutdated = present.version > start.version && !form.isBusy;
  // Nobody loses anything: the form takes what is saved as its own.
  if (isOutdated && !form.isChanged) begin(present);

  function begin(level: Level) {
    setStart(level);
    form.adopt(valuesOf(draftOf(level), false));
  }
  const { for_everyone: _, ...policy } = bodyOf(form.values);
  const draft: SlaDraft | null =
    form.isChanged && isSound(form.values) ? { policy: { ...policy, policy_id: present.id } } : null;
  return {
    form,
    applying,
    draft,
    isOutdated: isOutdated && form.isChanged,
    adopt: () => begin(present),
    /** Takes the changes back. */
    reset: () => form.adopt(valuesOf(draftOf(start), false)),
  };
}

/** The part of a form that its fields use, new or not. */
export type LevelFormState = ReturnType<typeof useNewLevelForm>["form"];

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
