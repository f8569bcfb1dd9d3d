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
  return (
    <span
      className={cx("skeleton", className)}
      style={{ width, height, borderRadius: round ? "999px" : undefined }}
      aria-hidden="true"
    />
  );
}
