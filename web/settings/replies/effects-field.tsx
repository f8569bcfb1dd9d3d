import { Plus, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { EffectField } from "#contract/macros/effects.ts";
import type { Effects, StaleEffect } from "#web/replies/data.ts";
import { staleSentence } from "#web/replies/effects/stale-words.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";
import { BEGINNINGS, EFFECT_ORDER } from "./effect-beginnings.ts";
import { EffectControl } from "./effect-controls.tsx";
import { REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  effects: Effects;
  /** Those that are saved, and what of them no longer fits. */
  saved: Effects;
  stale: readonly StaleEffect[];
  error: string | undefined;
  onChange: (effects: Effects) => void;
};

/** What a use of the reply sets, each in a row of its own; a menu adds what is not there yet. */
export function EffectsField({ effects, saved, stale, error, onChange }: Props) {
  const id = useId();
  const set = EFFECT_ORDER.filter((field) => effects[field] !== undefined);
  const open = EFFECT_ORDER.filter((field) => effects[field] === undefined);
  function remove(field: EffectField) {
    const { [field]: _, ...rest } = effects;
    onChange(rest);
  }
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {MESSAGES.also}
      </span>
      <ul className="effect-rows">
        {set.map((field) => {
          const gone = stale.filter((one) => one.field === field && isKept(saved, effects, one));
          return (
            <EffectRow key={field} field={field} stale={gone} onRemove={() => remove(field)}>
              <EffectControl field={field} effects={effects} gone={gone[0]?.name} onChange={onChange} />
            </EffectRow>
          );
        })}
        {open.length > 0 && (
          <li>
            <Menu
              align="start"
              trigger={
                <Button look="ghost" size="small" icon={<Plus className="icon small" />}>
                  {set.length === 0 ? MESSAGES.addFirst : MESSAGES.add}
                </Button>
              }
            >
              {open.map((field) => (
                <MenuItem key={field} onSelect={() => onChange({ ...effects, ...BEGINNINGS[field] })}>
                  {MESSAGES.fields[field]}
                </MenuItem>
              ))}
            </Menu>
          </li>
        )}
      </ul>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** Until another value is chosen, or the tag is taken away. */
function isKept(saved: Effects, effects: Effects, { field, name }: StaleEffect): boolean {
  if (field === "reply") return false;
  const value: Effects[EffectField] = effects[field];
  return Array.isArray(value) ? value.includes(name) : value === saved[field];
}

type RowProps = {
  field: EffectField;
  stale: readonly StaleEffect[];
  onRemove: () => void;
  children: ReactNode;
};

function EffectRow({ field, stale, onRemove, children }: RowProps) {
  const label = MESSAGES.fields[field];
  return (
    <li>
      <div className="effect-row-head">
        <span className="text-small weight-medium">{label}</span>
        <IconButton label={MESSAGES.remove(label)} onClick={onRemove}>
          <X className="icon small" />
        </IconButton>
      </div>
      {children}
      {stale.map((one) => (
        <FieldError key={one.name}>{staleSentence(one)}</FieldError>
      ))}
    </li>
  );
}
