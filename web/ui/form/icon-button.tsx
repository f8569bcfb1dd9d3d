import { type ComponentProps, useRef } from "react";
import { cx } from "../class-names.ts";
import { useKeptFocus } from "../kept-focus.ts";
import { Spinner } from "../spinner.tsx";
import { Tip } from "../overlay/tooltip.tsx";

type Props = ComponentProps<"button"> & {
  label: string;
  side?: ComponentProps<typeof Tip>["side"];
  busy?: boolean;
};

/** A button of one icon (the child); its label is the accessible name and the tooltip. */
export function IconButton({ label, side, busy, className, children, ...rest }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  useKeptFocus(ref, busy);
  return (
    <Tip text={label} side={side}>
      <button
        ref={ref}
        type="button"
        aria-label={label}
        {...rest}
        className={cx("icon-button", className)}
        disabled={busy || rest.disabled}
      >
        {busy ? <Spinner /> : children}
      </button>
    </Tip>
  );
}
