import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

type Props = { tone?: "accent" | "ok" | "bad" | "info" | "warn"; dot?: boolean; children: ReactNode };

/** A small word beside a name: Staff, Client, You, Active, Deleted. */
export function Tag({ tone, dot, children }: Props) {
  return (
    <span className={cx("tag", tone)}>
      {dot && <i className="dot" />}
      {children}
    </span>
  );
}
