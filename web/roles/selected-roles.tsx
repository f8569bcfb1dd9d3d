import { X } from "lucide-react";
import { roleLabel } from "#contract/labels.ts";
import { LIMITS } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { Input } from "#web/ui/form/input.tsx";
import type { Role } from "./data.ts";
import type { RoleChoice } from "./use-role-choice.ts";
import { ROLES_MESSAGES } from "./messages.ts";

type Props = {
  choice: RoleChoice;
  onLook: (role: Role) => void;
  /** Absent on the page, where Cancel only goes back to the current roles. */
  onCancel?: () => void;
};

/** The choice so far, with why it is made; Save asks for a change and at least one role. */
export function SelectedRoles({ choice, onLook, onCancel }: Props) {
  const { selected, isReadOnly } = choice;
  return (
    <section className="card">
      <header className="card-head line">
        <h2 className="grow">{ROLES_MESSAGES.selected}</h2>
        <span className="text-tiny subtle" role="status">
          {selected.length === 0 ? ROLES_MESSAGES.noneSelected : ROLES_MESSAGES.count(selected.length)}
        </span>
      </header>
      <ul className="role-list tight">
        {selected.map((role) => (
          <Selected key={role.id} role={role} choice={choice} onLook={onLook} />
        ))}
      </ul>
      {!isReadOnly && (
        <>
          <div className="card-body">
            <Field label={ROLES_MESSAGES.reason} optional hint={ROLES_MESSAGES.reasonHint}>
              <Input maxLength={LIMITS.reason} disabled={choice.isBusy} {...choice.reason} />
            </Field>
          </div>
          <footer className="card-foot align-end">
            <FormButtons
              act={ROLES_MESSAGES.save}
              busyLabel={ROLES_MESSAGES.saving}
              isBusy={choice.isBusy}
              disabled={!choice.maySave}
              onAct={choice.save}
              isCancelOff={!onCancel && !choice.mayReset}
              onCancel={() => {
                choice.reset();
                onCancel?.();
              }}
            />
          </footer>
        </>
      )}
    </section>
  );
}

function Selected({
  role,
  choice,
  onLook,
}: {
  role: Role;
  choice: RoleChoice;
  onLook: (role: Role) => void;
}) {
  const label = roleLabel(role.name);
  return (
    <li>
      <span className="grow">
        <b className="weight-medium">{label}</b>
        <span className="text-tiny subtle numeric">
          {ROLES_MESSAGES.permissionCount(role.permission_count)}
        </span>
      </span>
      <Button
        size="small"
        look="ghost"
        aria-label={ROLES_MESSAGES.detailsOf(label)}
        onClick={() => onLook(role)}
      >
        {ROLES_MESSAGES.details}
      </Button>
      {!choice.isReadOnly && (
        <IconButton
          label={ROLES_MESSAGES.remove(label)}
          disabled={choice.isBusy}
          onClick={() => choice.remove(role.name)}
        >
          <X className="icon small" />
        </IconButton>
      )}
    </li>
  );
}
