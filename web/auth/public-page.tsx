import { Link } from "@tanstack/react-router";
import { type FrameProps, PublicFrame } from "./public-frame.tsx";
import { AUTH_MESSAGES } from "./messages.ts";

/** A page that needs no session, with the way back to the sign-in unless it is an entrance itself. */
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
