import { TAG_MESSAGES } from "#web/tags/messages.ts";
import { TagsPanel } from "#web/tags/tags-panel.tsx";
import { Section } from "../section.tsx";

/** The tags of the whole desk. */
export function TagsPage() {
  return (
    <Section id="tags" title={TAG_MESSAGES.title} caption={TAG_MESSAGES.caption}>
      <TagsPanel />
    </Section>
  );
}
