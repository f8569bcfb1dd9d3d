import { TeamsPanel } from "../groups/teams-panel.tsx";
import { TEAMS_WORDS } from "../groups/words.ts";
import { Section } from "./section.tsx";

/** The teams that take tickets. */
export function TeamsPage() {
  return (
    <Section id="teams" title={TEAMS_WORDS.title} caption={TEAMS_WORDS.caption}>
      <TeamsPanel />
    </Section>
  );
}
