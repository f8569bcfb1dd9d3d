import { useConfig } from "#web/lib/public-config.ts";
import { ABOUT_MESSAGES as MESSAGES } from "./messages.ts";
import { Section } from "../section.tsx";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** The running version and its configuration. */
export function AboutSection() {
  const config = useConfig();
  if (!config) return null;
  return (
    <Section id="about" title={SETTINGS_MESSAGES.pages.about}>
      <dl className="properties">
        <dt>{MESSAGES.version}</dt>
        <dd className="monospace">{config.version}</dd>
        <dt>{MESSAGES.mail}</dt>
        <dd>{config.mail_configured ? MESSAGES.mailSet : MESSAGES.mailUnset}</dd>
        <dt>{MESSAGES.demo}</dt>
        <dd>{config.demo ? MESSAGES.yes : MESSAGES.no}</dd>
      </dl>
    </Section>
  );
}
