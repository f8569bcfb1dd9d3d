import { usePageTitle } from "../lib/brand.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card } from "../ui/page.tsx";
import { SHELL_WORDS } from "./words.ts";

/** A page that exists, for others; the API refuses it as well (decision list 6). */
export function ForbiddenPage() {
  usePageTitle(SHELL_WORDS.forbiddenTitle);
  return (
    <Card>
      <EmptyState
        isPage
        title={SHELL_WORDS.forbidden}
        actions={<ButtonLink to="/">{SHELL_WORDS.backToDashboard}</ButtonLink>}
      >
        <p>{SHELL_WORDS.forbiddenHint}</p>
      </EmptyState>
    </Card>
  );
}
