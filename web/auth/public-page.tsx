import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePageTitle } from "../lib/brand.ts";
import { Mark } from "../ui/mark.tsx";
import { LoginArt } from "./login-art.tsx";
import { AUTH_WORDS } from "./words.ts";

type Props = {
  /** Names the tab; the heading as well, unless that says something else. */
  title: string;
  heading?: string;
  subtitle?: ReactNode;
  /** Without the way back to the sign-in. */
  isEntrance?: boolean;
  children?: ReactNode;
};

/** The look of the pages that need no session: the mark, a heading and a form, beside the map. */
export function PublicPage({ title, heading = title, subtitle, isEntrance, children }: Props) {
  usePageTitle(title);
  return (
    <div className="login">
      <main className="pane">
        <div className="box">
          <header>
            <Mark size={36} />
            <h1>{heading}</h1>
            {subtitle && <p className="sub">{subtitle}</p>}
          </header>
          {children}
          {!isEntrance && (
            <p className="way-back">
              <Link className="linkbtn" to="/login">
                {AUTH_WORDS.backToLogin}
              </Link>
            </p>
          )}
        </div>
      </main>
      <LoginArt />
    </div>
  );
}
