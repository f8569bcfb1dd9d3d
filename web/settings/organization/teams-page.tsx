import { TeamsPanel } from "#web/groups/teams-panel.tsx";
import { TEAMS_MESSAGES } from "#web/groups/messages.ts";
import { Section } from "../section.tsx";

/** The teams that take tickets. */
export function TeamsPage() {
  return (
    <Section id="teams" title={TEAMS_MESSAGES.title} caption={TEAMS_MESSAGES.caption}>
      <TeamsPanel />
    </Section>
  );
}
