import { useConfig } from "../lib/brand.ts";
import { ABOUT_WORDS as WORDS } from "./organization-words.ts";
import { Section } from "./section.tsx";

/** Which version runs, and how it is set up. */
export function AboutSection() {
  const config = useConfig();
  if (!config) return null;
  return (
    <Section id="about" title={WORDS.title}>
      <dl className="props">
        <dt>{WORDS.version}</dt>
        <dd className="mono">{config.version}</dd>
        <dt>{WORDS.mail}</dt>
        <dd>{config.mail_configured ? WORDS.mailSet : WORDS.mailUnset}</dd>
        <dt>{WORDS.demo}</dt>
        <dd>{config.demo ? WORDS.yes : WORDS.no}</dd>
      </dl>
    </Section>
  );
}
