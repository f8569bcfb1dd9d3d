import { Spinner } from "#web/ui/spinner.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";

/** The whole window while a session is being restored. */
export function SessionLoading() {
  return (
    <main className="lost">
      <div className="lost-message">
        <Spinner size="large" />
        <p className="muted" role="status">
          {UI_MESSAGES.loading}
        </p>
      </div>
    </main>
  );
}
