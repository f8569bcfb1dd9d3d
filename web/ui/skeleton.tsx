import type { CSSProperties } from "react";
import { cx } from "./class-names.ts";

/** A grey bar of the size of what it stands for. */
export function Skeleton({
  width,
  height,
  round,
  className,
}: {
  width?: string;
  height?: string;
  round?: boolean;
  className?: string;
}) {
  // Properties of its own, which a style sheet can still overrule.
  const size: CSSProperties & Record<`--${string}`, string | undefined> = {
    "--width": width,
    "--height": height,
  };
  return <span className={cx("skeleton", round && "round", className)} style={size} aria-hidden="true" />;
}
