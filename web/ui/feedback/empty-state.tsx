import type { ReactNode } from "react";
import { cx } from "../class-names.ts";

type Props = {
  title: string;
  /** A sentence or several. */
  children?: ReactNode;
  /** One or two buttons. */
  actions?: ReactNode;
  /** Without the signpost and its air, for small cards. */
  small?: boolean;
  /** In place of a whole page: the title is the page's. */
  isPage?: boolean;
};

/** Says that nothing is here, and what to do about it. */
export function EmptyState({ title, children, actions, small, isPage }: Props) {
  const Title = isPage ? "h1" : small ? "h3" : "h2";
  return (
    <div className={cx("empty-state", !small && "tall")}>
      {!small && <Signpost />}
      <Title>{title}</Title>
      {children}
      {actions && <div className="flex-row actions">{actions}</div>}
    </div>
  );
}

function Signpost() {
  return (
    <svg className="empty-art" width="120" height="84" viewBox="0 0 120 84" fill="none" aria-hidden="true">
      <path
        d="M4 70c18-14 30-4 46-10s22-20 38-18 18 10 28 8"
        stroke="var(--line-strong)"
        strokeWidth="1.25"
      />
      <path d="M4 78c20-10 34-2 50-7s24-16 38-15 16 8 24 7" stroke="var(--line-strong)" strokeWidth="1.25" />
      <path d="M10 61c14-12 26-6 40-12s20-22 38-21 16 9 24 9" stroke="var(--line)" strokeWidth="1.25" />
      <path d="M59 10h3v58h-3z" fill="var(--fg-subtle)" />
      <path
        d="M40 16h34l9 7.5-9 7.5H40z"
        fill="var(--surface-card)"
        stroke="var(--accent)"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
      <path
        d="M80 36H50l-8 6 8 6h30z"
        fill="var(--surface-card)"
        stroke="var(--copper)"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
    </svg>
  );
}
