import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

type Props = {
  tone?: "accent" | "success" | "danger" | "info" | "warning";
  dot?: boolean;
  children: ReactNode;
};

/** A small word beside a name: Staff, Client, You, Active, Deleted. */
export function Badge({ tone, dot, children }: Props) {
  return (
    <span className={cx("badge", tone)}>
      {dot && <i className="badge-dot" />}
      {children}
    </span>
  );
}
