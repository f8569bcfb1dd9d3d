import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { logout } from "#web/lib/session.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SHELL_MESSAGES } from "./messages.ts";

/** Signs out, goes to the sign-in page in any case, and shows whether the server was reached (rule 20). */
export function useLogout() {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  async function run() {
    setBusy(true);
    try {
      await logout();
      toast.success(SHELL_MESSAGES.loggedOut);
    } catch {
      toast.error(SHELL_MESSAGES.logoutFailed);
    }
    await navigate({ to: "/login", replace: true });
  }
  return { isBusy, run: () => void run() };
}
