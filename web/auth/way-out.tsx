import { useNavigate } from "@tanstack/react-router";
import { logout } from "../lib/session.ts";
import { PASSWORD_WORDS } from "./words.ts";

/** Signs out, for who does not want to do now what stands before every other page. */
export function WayOut() {
  const navigate = useNavigate();
  function leave() {
    // Signed out here in any case; the server hears of it with the next try.
    void logout()
      .catch(() => undefined)
      .then(() => navigate({ to: "/login", replace: true }));
  }
  return (
    <p className="way-back">
      <button type="button" className="linkbtn" onClick={leave}>
        {PASSWORD_WORDS.signOut}
      </button>
    </p>
  );
}
