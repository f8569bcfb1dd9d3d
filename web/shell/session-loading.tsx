import { Spinner } from "../ui/spinner.tsx";
import { UI_WORDS } from "../ui/words.ts";

/** The whole window while a session is being restored. */
export function SessionLoading() {
  return (
    <main className="lost">
      <div className="in">
        <Spinner size="l" />
        <p className="muted" role="status">
          {UI_WORDS.loading}
        </p>
      </div>
    </main>
  );
}
