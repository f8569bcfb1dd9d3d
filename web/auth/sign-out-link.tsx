import { useNavigate } from "@tanstack/react-router";
import { logout } from "#web/lib/session.ts";
import { PASSWORD_MESSAGES } from "./messages.ts";

/** Signs out, for who does not want to do now what stands before every other page. */
export function SignOutLink() {
  const navigate = useNavigate();
  function leave() {
    // Signed out here in any case; the next try reaches the server.
    void logout()
      .catch(() => undefined)
      .then(() => navigate({ to: "/login", replace: true }));
  }
  return (
    <p className="way-back">
      <button type="button" className="link-button" onClick={leave}>
        {PASSWORD_MESSAGES.signOut}
      </button>
    </p>
  );
}
