import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isRecord } from "#web/lib/api/api-error.ts";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { type Effects, renderedQuery, type StaleEffect } from "../data.ts";
import { EffectChips } from "../effects/effect-chips.tsx";
import { type Chip, listChips, replyChip } from "../effects/list-chips.tsx";
import { withoutEffect } from "../effects/merge-effects.ts";
import type { Brought } from "./brought.ts";
import { BROUGHT_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  ticketId: string;
  brought: Brought;
  stale: readonly StaleEffect[];
  onChange: (brought: Brought) => void;
};

/** What is set when the words are sent. What the person sets by hand meanwhile wins, and is none of it any more. */
export function BroughtChips({ ticketId, brought, stale, onChange }: Props) {
  const texts = useOrganizationTimes();
  const known = useNames(ticketId, brought);
  const { effects } = brought;
  useSetByHand(ticketId, (fields) => {
    const left = fields.reduce((rest, field) => withoutEffect(rest, field), effects);
    onChange({ ...brought, effects: left });
  });
  function remove({ field, tag }: Chip) {
    if (field === "reply") onChange({ ...brought, id: null });
    else onChange({ ...brought, effects: withoutEffect(effects, field, tag) });
  }
  return (
    <EffectChips
      chips={[...listChips(effects, { known, stale, when: texts.whole }), ...replyChip(stale)]}
      lead={MESSAGES.also}
      className="brought-effects"
      onRemove={remove}
      removeLabel={MESSAGES.remove}
    />
  );
}

/** Names and moments; of a draft that has none they are asked for. */
function useNames(ticketId: string, { id, effects, known }: Brought): Brought["known"] {
  const isUnknown = NAMED.some((field) => effects[field] !== undefined && !has(known, field));
  const { data } = useQuery({ ...renderedQuery(id ?? "", ticketId), enabled: isUnknown && id !== null });
  return [...known, ...(data?.effects ?? [])];
}

const NAMED = ["assignee", "team", "follow_up"] as const;

function has(known: Brought["known"], field: keyof Effects): boolean {
  return known.some((one) => one.field === field);
}

/** Hears of fields of the ticket that were just changed by hand, here. */
function useSetByHand(ticketId: string, onSet: (fields: (keyof Effects)[]) => void): void {
  const client = useQueryClient();
  const latest = useRef(onSet);
  useEffect(() => {
    latest.current = onSet;
  });
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        const { options, state } = event.mutation;
        const fields = fieldsOf(options.scope?.id, state.variables, ticketId);
        if (fields.length > 0) latest.current(fields);
      }),
    [client, ticketId],
  );
}

const FIELDS: Readonly<Record<string, keyof Effects>> = {
  status: "status",
  priority: "priority",
  assignee_id: "assignee",
  group_id: "team",
};

/** The fields that a change of the ticket's page or of its follow-up has set. */
function fieldsOf(scope: string | undefined, variables: unknown, ticketId: string): (keyof Effects)[] {
  if (!isRecord(variables)) return [];
  const { change, ids } = variables;
  if (scope === "follow-up") return Array.isArray(ids) && ids.includes(ticketId) ? ["follow_up"] : [];
  if (scope !== `ticket-${ticketId}` || !isRecord(change)) return [];
  return Object.keys(change).flatMap((name) => FIELDS[name] ?? []);
}
