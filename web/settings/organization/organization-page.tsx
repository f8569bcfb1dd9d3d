import { useQuery } from "@tanstack/react-query";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Card } from "#web/ui/page-parts.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { AboutSection } from "./about-section.tsx";
import { BrandSection } from "./brand-section.tsx";
import { settingsQuery } from "../data.ts";
import { ORGANIZATION_MESSAGES as MESSAGES } from "./messages.ts";
import { PasswordsSection } from "./passwords-section.tsx";
import { RequiredFactorSection } from "./required-factor-section.tsx";
import { SamplesSection } from "./samples-section.tsx";
import { TicketsSection } from "./tickets-section.tsx";

/** What administrators set for everybody. */
export function OrganizationPage() {
  const { data, isError, error, refetch } = useQuery(settingsQuery);
  if (isError) {
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
  return (
    <>
      <BrandSection settings={data} />
      <TicketsSection settings={data} />
      <PasswordsSection settings={data} />
      <RequiredFactorSection settings={data} />
      <SamplesSection />
      <AboutSection />
    </>
  );
}
