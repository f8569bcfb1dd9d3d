import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

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
