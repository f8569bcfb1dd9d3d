import { useQuery } from "@tanstack/react-query";
import { roleLabel } from "#contract/labels.ts";
import { mayAssignRoles } from "#contract/access/users.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { type Role, rolesQuery, type RolesUser, userRolesQuery, useSaveRoles } from "./data.ts";

/**
 * `role_names`: null until something was chosen, so that what the user has may still be on its way. `base_role_names`:
 * what the user had then.
 */
type Values = {
  role_names: readonly string[] | null;
  base_role_names: readonly string[] | null;
  reason: string;
};
const UNCHOSEN = { role_names: null, base_role_names: null };
const UNTOUCHED: Values = { ...UNCHOSEN, reason: "" };

export type RoleChoice = ReturnType<typeof useRoleChoice>;

/**
 * The roles chosen for a user beside the current ones. Internal users may hold several, external users exactly
 * one: choosing one replaces the choice (rule 303).
 */
export function useRoleChoice(user: RolesUser, { done, onSaved }: { done: string; onSaved?: () => void }) {
  const actor = useActor();
  const all = useQuery(rolesQuery);
  const held = useQuery(userRolesQuery(user.id));
  const saving = useSaveRoles(user.id, done);
  const current = held.data?.roles.map((role) => role.name) ?? [];
  const namesIn = ({ role_names }: Values) => role_names ?? current;
  const differs = (names: readonly string[]) =>
    names.length !== current.length || names.some((name) => !current.includes(name));
  const form = useForm({
    initial: UNTOUCHED,
    bodyOf: (values) => ({
      role_names: [...namesIn(values)],
      base_role_names: [...(values.base_role_names ?? current)],
      reason: values.reason.trim() || undefined,
    }),
    isChanged: (values) => differs(namesIn(values)) || values.reason !== "",
    send: saving.mutateAsync,
    onSent: () => {
      form.discard();
      onSaved?.();
    },
  });
  const names = namesIn(form.values);
  const available = (all.data?.roles ?? []).filter((role) => role.type === user.user_type).toSorted(byLabel);
  const isSingle = user.user_type === "external";
  const base = form.values.base_role_names ?? current;
  const choose = (chosen: readonly string[]) => form.change({ role_names: chosen, base_role_names: base });
  const without = (name: string) => names.filter((one) => one !== name);

  return {
    available,
    selected: available.filter((role) => names.includes(role.name)),
    isSingle,
    isReadOnly: user.deleted_at !== null || !mayAssignRoles(actor, user),
    /** Somebody has set other roles since the first of these was chosen. */
    isOutdated: differs(base) && differs(names) && !form.isBusy,
    adopt: () => form.change(UNCHOSEN),
    isLoading: all.isPending || held.isPending,
    /** Of what is not here: a choice that is not saved outlives a failure to fetch it anew. */
    error: (all.data ? null : all.error) ?? (held.data ? null : held.error),
    retry: () => void Promise.all([all.refetch(), held.refetch()]),
    toggle: (name: string) =>
      choose(isSingle ? [name] : names.includes(name) ? without(name) : [...names, name]),
    remove: (name: string) => choose(without(name)),
    reason: form.text("reason"),
    reset: form.discard,
    isBusy: form.isBusy,
    mayReset: form.isChanged,
    maySave: differs(names) && names.length > 0,
    save: () => form.submitWith({}),
  };
}

function byLabel(a: Role, b: Role): number {
  return roleLabel(a.name).localeCompare(roleLabel(b.name), LANGUAGE);
}
