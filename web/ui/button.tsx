import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "./class-names.ts";
import { KeyCaps } from "./key-caps.tsx";
import { Spinner } from "./spinner.tsx";

export type Looks = {
  look?: "primary" | "secondary" | "ghost" | "danger" | "danger-quiet";
  size?: "small" | "large" | "extra-large";
  icon?: ReactNode;
  /** Keys printed beside the label, such as ["C"]; hidden on phones. */
  keys?: readonly string[];
};
type ButtonProps = ComponentProps<"button"> & Looks & { busy?: boolean; busyLabel?: string };

/** A button; while `busy` it is disabled, shows the spinner with `busyLabel`, and never gets narrower. */
export function Button({
  look,
  size,
  icon,
  keys,
  busy,
  busyLabel,
  className,
  children,
  ...rest
}: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const idleWidth = useRef(0);
  useLayoutEffect(() => {
    if (!ref.current) return;
    if (!busy) idleWidth.current = ref.current.offsetWidth;
    ref.current.style.minWidth = busy ? `${idleWidth.current}px` : "";
  }, [busy]);
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      className={buttonClass(look, size, className)}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {busy ? (busyLabel ?? children) : children}
      {keys && !busy && <KeyCaps keys={keys} />}
    </button>
  );
}

/** The classes of whatever looks like a button. */
export function buttonClass(look: Looks["look"], size: Looks["size"], more?: string): string {
  return cx("button", look !== "secondary" && look, size, more);
}
