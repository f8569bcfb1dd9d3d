import type { Actor } from "#contract/access/actor.ts";
import { rolesThat } from "#contract/access/samples.ts";
import { roleLabel } from "#contract/labels.ts";
import { usePageTitle } from "../lib/brand.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card } from "../ui/page.tsx";
import { SHELL_WORDS } from "./words.ts";

/** A page that exists, for others; the API refuses it as well (decision list 6). `rule` is what refuses. */
export function ForbiddenPage({ rule }: { rule: (actor: Actor) => boolean }) {
  const roles = rolesThat(rule).map(roleLabel).join(", ");
  usePageTitle(SHELL_WORDS.forbiddenTitle);
  return (
    <Card>
      <EmptyState
        isPage
        title={SHELL_WORDS.forbidden}
        actions={<ButtonLink to="/">{SHELL_WORDS.backToDashboard}</ButtonLink>}
      >
        <p>{SHELL_WORDS.forbiddenHint}</p>
        {roles && <p>{SHELL_WORDS.forbiddenWho(roles)}</p>}
      </EmptyState>
    </Card>
  );
}
