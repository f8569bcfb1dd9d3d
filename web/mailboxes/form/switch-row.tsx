import { useId } from "react";
import { Switch } from "#web/ui/form/checkbox.tsx";

type Props = {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (isOn: boolean) => void;
};

/** A line with its explanation and a switch at the end. */
export function SwitchRow({ label, hint, checked, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex-row between switch-row">
      <label htmlFor={id} className="grow">
        <span className="weight-medium">{label}</span>
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      </label>
      <Switch
        id={id}
        aria-label={label}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
