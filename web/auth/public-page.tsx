import { Link } from "@tanstack/react-router";
import { type FrameProps, PublicFrame } from "./public-frame.tsx";
import { AUTH_MESSAGES } from "./messages.ts";

/** A page that needs no session, with a link to the sign-in unless `isEntrance`. */
export function PublicPage({ isEntrance, children, ...frame }: FrameProps & { isEntrance?: boolean }) {
  return (
    <PublicFrame {...frame}>
      {children}
      {!isEntrance && (
        <p className="way-back">
          <Link className="link-button" to="/login">
            {AUTH_MESSAGES.backToLogin}
          </Link>
        </p>
      )}
    </PublicFrame>
  );
}
