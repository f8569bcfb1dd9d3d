import type { ReactNode } from "react";
import { usePageTitle } from "#web/lib/public-config.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { LoginArt } from "./login/login-art.tsx";

export type FrameProps = {
  /** Names the tab; the heading as well, unless that says something else. */
  title: string;
  heading?: string;
  subtitle?: ReactNode;
  children?: ReactNode;
};

/** The look of the pages that need no session: the mark, a heading and a form, beside the map. */
export function PublicFrame({ title, heading = title, subtitle, children }: FrameProps) {
  usePageTitle(title);
  return (
    <div className="login">
      <main className="pane">
        <div className="login-box">
          <header>
            <BrandMark size={36} />
            <h1>{heading}</h1>
            {subtitle && <p className="subtitle">{subtitle}</p>}
          </header>
          {children}
        </div>
      </main>
      <LoginArt />
    </div>
  );
}
