import { createLink } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { atLeastCountText } from "#web/lib/format.ts";
import { cx } from "./class-names.ts";

type HeadProps = {
  title: ReactNode;
  count?: number;
  /** There are more than `count`. */
  isMore?: boolean;
  subtitle?: ReactNode;
  actions?: ReactNode;
};

/** A page's heading with its count pill, subtitle and actions; the primary action comes last. */
export function PageHead({ title, count, isMore, subtitle, actions }: HeadProps) {
  return (
    <div className="page-head">
      <div className="grow">
        <h1>
          {title}
          {count !== undefined && <CountPill n={count} isMore={isMore} />}
        </h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

/** A number in a pill, with thousands separated. */
export function CountPill({ n, isMore = false }: { n: number; isMore?: boolean }) {
  return <span className="count">{atLeastCountText(n, isMore)}</span>;
}

type CardProps = {
  title?: ReactNode;
  caption?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** A hairline below the title. */
  line?: boolean;
  foot?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A framed part of a page. Without a title the children fill it to the edge. */
export function Card({ title, caption, actions, line, foot, className, children }: CardProps) {
  return (
    <section className={cx("card", className)}>
      {title && (
        <header className={cx("card-head", line && "line")}>
          <div className="grow">
            <h2>{title}</h2>
            {caption && <p>{caption}</p>}
          </div>
          {actions}
        </header>
      )}
      {title ? <div className="card-body">{children}</div> : children}
      {foot && <footer className="card-foot">{foot}</footer>}
    </section>
  );
}

function BackAnchor({ children, ...rest }: ComponentProps<"a">) {
  return (
    <a {...rest} className="back-link">
      <ArrowLeft className="icon small" />
      {children}
    </a>
  );
}

/** The way back to a list or a record: takes the router's `to`, `params` and `search`. */
export const BackLink = createLink(BackAnchor);
