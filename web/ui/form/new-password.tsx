import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useConfig } from "#web/lib/public-config.ts";
import { LIMITS } from "#contract/limits.ts";
import { Field } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { Input } from "./input.tsx";
import { passwordStrength } from "./password-strength.ts";
import { PASSWORD_MESSAGES } from "./password-messages.ts";

type Props = {
  label: string;
  value: string;
  error?: string | null;
  tall?: boolean;
  onChange: ComponentProps<"input">["onChange"];
  /** Without the meter, for the second one that only repeats the first. */
  plain?: boolean;
  disabled?: boolean;
};

/** A field for a password to be: can be shown, and says how hard it is to guess. */
export function NewPassword({ label, value, error, tall, onChange, plain, disabled }: Props) {
  const [isShown, setShown] = useState(false);
  const minimum = useConfig()?.password_minimum ?? LIMITS.passwordMinimum;
  return (
    <Field
      label={label}
      error={error}
      hint={plain ? undefined : <Meter password={value} minimum={minimum} />}
    >
      <PasswordInput
        value={value}
        onChange={onChange}
        tall={tall}
        disabled={disabled}
        isShown={isShown}
        onToggle={() => setShown(!isShown)}
      />
    </Field>
  );
}

function PasswordInput({
  isShown,
  onToggle,
  ...rest
}: ComponentProps<typeof Input> & { isShown: boolean; onToggle: () => void }) {
  return (
    <span className="secret">
      <Input
        {...rest}
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        maxLength={LIMITS.passwordMaximum}
        spellCheck={false}
        autoCapitalize="none"
      />
      <IconButton label={isShown ? PASSWORD_MESSAGES.hide : PASSWORD_MESSAGES.show} onClick={onToggle}>
        {isShown ? <EyeOff className="icon" /> : <Eye className="icon" />}
      </IconButton>
    </span>
  );
}

function Meter({ password, minimum }: { password: string; minimum: number }) {
  const strength = passwordStrength(password, minimum);
  if (password === "") return PASSWORD_MESSAGES.atLeast(minimum);
  return (
    <span className="meter" data-strength={strength}>
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      {strength === 0 ? PASSWORD_MESSAGES.atLeast(minimum) : PASSWORD_MESSAGES.strength[strength]}
    </span>
  );
}
