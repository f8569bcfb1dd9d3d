import type { Actor } from "#contract/access/actor.ts";
import { rolesAllowedBy } from "#contract/access/sample-actors-and-objects.ts";
import { roleLabel } from "#contract/labels.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Card } from "#web/ui/card.tsx";
import { SHELL_MESSAGES } from "./messages.ts";

/** A page that exists, for others; the API refuses it as well (rule 6). `rule` is what refuses. */
export function ForbiddenPage({ rule }: { rule: (actor: Actor) => boolean }) {
  const roles = rolesAllowedBy(rule).map(roleLabel).join(", ");
  usePageTitle(SHELL_MESSAGES.forbiddenTitle);
  return (
    <Card>
      <EmptyState
        isPage
        title={SHELL_MESSAGES.forbidden}
        actions={<ButtonLink to="/">{SHELL_MESSAGES.backToDashboard}</ButtonLink>}
      >
        <p>{SHELL_MESSAGES.forbiddenHint}</p>
        {roles && <p>{SHELL_MESSAGES.forbiddenWho(roles)}</p>}
      </EmptyState>
    </Card>
  );
}
