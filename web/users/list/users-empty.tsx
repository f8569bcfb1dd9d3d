import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { USERS_MESSAGES } from "../messages.ts";

export function UsersEmpty({ onClear }: { onClear?: () => void }) {
  return (
    <EmptyState
      title={USERS_MESSAGES.empty}
      actions={onClear && <Button onClick={onClear}>{USERS_MESSAGES.clearSearch}</Button>}
    >
      <p>{onClear ? USERS_MESSAGES.emptyHint : USERS_MESSAGES.emptyStart}</p>
    </EmptyState>
  );
}
