import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleLabel } from "#contract/labels.ts";
import { mayAssignRoles } from "#contract/access/users.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useSubmissionKeys } from "#web/lib/form/submission-key.ts";
import { type Role, rolesQuery, type RolesUser, saveRoles, userRolesQuery } from "./data.ts";

export type RoleChoice = ReturnType<typeof useRoleChoice>;

/**
 * Which roles are chosen for a user, against those it has. Internal users may hold several, external users exactly
 * one: choosing one replaces the choice (rule 303).
 */
export function useRoleChoice(user: RolesUser, { done, onSaved }: { done: string; onSaved?: () => void }) {
  const actor = useActor();
  const all = useQuery(rolesQuery);
  const held = useQuery(userRolesQuery(user.id));
  const keys = useSubmissionKeys();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);

  const current = held.data?.roles.map((role) => role.name) ?? [];
  const names = chosen ?? current;
  const available = (all.data?.roles ?? []).filter((role) => role.type === user.user_type).toSorted(byLabel);
  const isSingle = user.user_type === "external";
  const isChanged = names.length !== current.length || names.some((name) => !current.includes(name));

  function reset() {
    setChosen(null);
    setReason("");
  }
  function toggle(name: string) {
    if (isSingle) return setChosen([name]);
    setChosen(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
  }
  async function save() {
    if (isBusy) return;
    setBusy(true);
    const body = { role_names: [...names], reason: reason.trim() || undefined };
    const isSaved = await saveRoles(user.id, body, { done, idempotencyKey: keys.keyFor(body) }).then(
      () => true,
      // It was told already; the choice stays, so that it can be tried again.
      () => false,
    );
    setBusy(false);
    if (!isSaved) return;
    keys.forget();
    reset();
    onSaved?.();
  }

  return {
    available,
    selected: available.filter((role) => names.includes(role.name)),
    isSingle,
    isReadOnly: user.deleted_at !== null || !mayAssignRoles(actor, user),
    isLoading: all.isPending || held.isPending,
    error: all.error ?? held.error,
    retry: () => void Promise.all([all.refetch(), held.refetch()]),
    toggle,
    remove: (name: string) => setChosen(names.filter((one) => one !== name)),
    reason,
    setReason,
    reset,
    isBusy,
    isChanged,
    mayReset: isChanged || reason !== "",
    maySave: isChanged && names.length > 0,
    save: () => void save(),
  };
}

function byLabel(a: Role, b: Role): number {
  return roleLabel(a.name).localeCompare(roleLabel(b.name), LANGUAGE);
}
