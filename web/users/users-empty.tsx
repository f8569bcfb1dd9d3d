import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { USERS_WORDS } from "./words.ts";

export function UsersEmpty({ onClear }: { onClear?: () => void }) {
  return (
    <EmptyState
      title={USERS_WORDS.empty}
      actions={onClear && <Button onClick={onClear}>{USERS_WORDS.clearSearch}</Button>}
    >
      <p>{onClear ? USERS_WORDS.emptyHint : USERS_WORDS.emptyStart}</p>
    </EmptyState>
  );
}
