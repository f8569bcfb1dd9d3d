import { KeyRound } from "lucide-react";
import { roleLabel } from "#contract/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import type { Role } from "./data.ts";
import type { RoleChoice } from "./use-role-choice.ts";
import { ROLES_MESSAGES } from "./messages.ts";

type Props = { choice: RoleChoice; name: string; onLook: (role: Role) => void };

/** The roles of the user's type: check boxes for several, radio buttons for exactly one. */
export function AvailableRoles({ choice, name, onLook }: Props) {
  const { available, selected, isSingle, isReadOnly } = choice;
  return (
    <section className="card">
      <header className="card-head line">
        <h2 className="grow">{ROLES_MESSAGES.available}</h2>
        <span className="text-tiny subtle">
          {isSingle ? ROLES_MESSAGES.externalOnly : ROLES_MESSAGES.internalOnly}
        </span>
      </header>
      <ul
        className="role-list"
        role={isSingle ? "radiogroup" : "group"}
        aria-label={ROLES_MESSAGES.available}
      >
        {available.map((role) => {
          const isOn = selected.includes(role);
          const label = roleLabel(role.name);
          return (
            <li key={role.id} className={cx(isOn && "is-chosen")} role="presentation">
              <label className="flex-row grow">
                <input
                  type={isSingle ? "radio" : "checkbox"}
                  className="check"
                  name={name}
                  checked={isOn}
                  disabled={isReadOnly || choice.isBusy}
                  aria-label={label}
                  aria-describedby={`${name}-${role.id}`}
                  onChange={() => choice.toggle(role.name)}
                />
                <span className="grow">
                  <b className="weight-medium">{label}</b>
                  <span className="text-small muted" id={`${name}-${role.id}`}>
                    {role.description}
                  </span>
                </span>
              </label>
              <Button
                size="small"
                look="ghost"
                icon={<KeyRound className="icon" />}
                aria-label={ROLES_MESSAGES.permissionsOf(label)}
                onClick={() => onLook(role)}
              >
                {ROLES_MESSAGES.permissions}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
