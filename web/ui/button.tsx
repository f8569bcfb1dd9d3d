import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import { useKeptFocus } from "./kept-focus.ts";
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
  // Measured as it becomes busy, before that is drawn: to measure each button that comes lays out the page each time.
  const [idleWidth, setIdleWidth] = useState<number | null>(null);
  useLayoutEffect(() => setIdleWidth(busy ? (ref.current?.offsetWidth ?? 0) : null), [busy]);
  useKeptFocus(ref, busy);
  // By itself: a button that has acted can be off from then on, as one that saved. What is off while another one acts is not busy.
  useKeptFocus(ref, rest.disabled);
  const isShownBusy = idleWidth !== null;
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      className={buttonClass(look, size, className)}
      style={isShownBusy ? { ...rest.style, minWidth: idleWidth } : rest.style}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
    >
      {isShownBusy ? <Spinner /> : icon}
      {isShownBusy ? (busyLabel ?? children) : children}
      {keys && !isShownBusy && <KeyCaps keys={keys} />}
    </button>
  );
}

/** The classes of whatever looks like a button. */
export function buttonClass(look: Looks["look"], size: Looks["size"], more?: string): string {
  return cx("button", look !== "secondary" && look, size, more);
}
