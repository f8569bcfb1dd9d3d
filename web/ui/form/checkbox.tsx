import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { cx } from "../class-names.ts";
import { useFieldWiring } from "./field.tsx";

type BoxProps = Omit<ComponentProps<"input">, "type"> & { label?: ReactNode };

/** A check box, with its label beside it unless only `aria-label` is given. */
export function Checkbox({ label, indeterminate = false, ...rest }: BoxProps & { indeterminate?: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const box = (
    <input
      ref={ref}
      type="checkbox"
      {...useFieldWiring()}
      {...rest}
      className={cx("check", rest.className)}
    />
  );
  return label ? <Choice box={box}>{label}</Choice> : box;
}

/** An on-off switch that acts at once. */
export function Switch({ label, ...rest }: BoxProps) {
  const box = (
    <input
      type="checkbox"
      // A native check box announces its state itself.
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="switch"
      {...useFieldWiring()}
      {...rest}
      className={cx("switch", rest.className)}
    />
  );
  return label ? <Choice box={box}>{label}</Choice> : box;
}

function Choice({ box, children }: { box: ReactNode; children: ReactNode }) {
  return (
    <label className="choice">
      {box}
      <span className="grow">{children}</span>
    </label>
  );
}
