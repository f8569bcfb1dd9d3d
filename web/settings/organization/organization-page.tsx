import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { AboutSection } from "./about-section.tsx";
import { BrandSection } from "./brand-section.tsx";
import { ORGANIZATION_SECTIONS, type OrganizationSection } from "../sections.ts";
import { useShownSections } from "../use-shown-sections.ts";
import { LimitsSection } from "./limits-section.tsx";
import { type Settings, settingsQuery } from "./data.ts";
import { ORGANIZATION_MESSAGES as MESSAGES } from "./messages.ts";
import { RetentionSection } from "./retention-section.tsx";
import { PasswordsSection } from "./passwords-section.tsx";
import { RequiredFactorSection } from "./required-factor-section.tsx";
import { SamplesSection } from "./samples-section.tsx";
import { TicketsSection } from "./tickets-section.tsx";

const SECTIONS: Record<OrganizationSection, ComponentType<{ settings: Settings }>> = {
  brand: BrandSection,
  tickets: TicketsSection,
  passwords: PasswordsSection,
  "second-factor-rule": RequiredFactorSection,
  limits: LimitsSection,
  retention: RetentionSection,
  samples: SamplesSection,
  about: AboutSection,
};

/** The settings of the whole organization: the card that the address names, or all of them. */
export function OrganizationPage() {
  const shown = useShownSections(ORGANIZATION_SECTIONS);
  const { data, isError, error, refetch } = useQuery(settingsQuery);
  // What is typed outlives a failure to fetch what somebody else has saved meanwhile.
  if (isError && !data) {
    return (
      <Card>
        <ErrorState
          title={failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  if (!data) return <LoadingBlock />;
  return shown.map((id) => {
    const Section = SECTIONS[id];
    return <Section key={id} settings={data} />;
  });
}
