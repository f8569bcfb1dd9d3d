import { createLink } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { atLeastCountText } from "#web/lib/format.ts";

type HeadProps = {
  title: ReactNode;
  count?: number;
  /** There are more than `count`. */
  isMore?: boolean;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Beside the title, such as a way to something related. */
  beside?: ReactNode;
};

/** A page's heading with its count pill, subtitle and actions; the primary action comes last. */
export function PageHead({ title, count, isMore, subtitle, actions, beside }: HeadProps) {
  return (
    <div className="page-head">
      <div className="grow">
        <div className="flex-row wrap">
          <h1>
            <span>{title}</span>
            {count !== undefined && <CountPill n={count} isMore={isMore} />}
          </h1>
          {beside}
        </div>
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
