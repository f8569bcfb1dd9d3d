import { Spinner } from "../ui/spinner.tsx";
import { SHELL_WORDS } from "./words.ts";

/** The whole window while a session is being restored. */
export function SessionLoading() {
  return (
    <main className="lost">
      <div className="in">
        <Spinner size="l" />
        <p className="muted" role="status">
          {SHELL_WORDS.loading}
        </p>
      </div>
    </main>
  );
}
