import type { FormEventHandler, ReactNode } from "react";
import { cx } from "#web/ui/class-names.ts";

type Props = {
  /** The last part of the address that shows it alone, where it has one. */
  id: string;
  title: string;
  caption?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  foot?: ReactNode;
  danger?: boolean;
  /** Makes body and foot one form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children?: ReactNode;
};

/** One card of the settings: title and caption, controls, and a foot with the button. */
export function Section({ id, title, caption, actions, foot, danger, onSubmit, children }: Props) {
  const inside = (
    <>
      {children && <div className="section-body">{children}</div>}
      {foot && <footer className="section-foot">{foot}</footer>}
    </>
  );
  return (
    <section id={id} className={cx("card", danger && "danger-zone")} aria-labelledby={`${id}-title`}>
      <div className={cx("section-head", !children && "alone")}>
        <div className="grow">
          <h2 id={`${id}-title`}>{title}</h2>
          {caption && <p>{caption}</p>}
        </div>
        {actions && <div className="section-actions">{actions}</div>}
      </div>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit}>
          {inside}
        </form>
      ) : (
        inside
      )}
    </section>
  );
}
