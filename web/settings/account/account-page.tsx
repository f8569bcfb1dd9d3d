import type { ComponentType } from "react";
import { ACCOUNT_SECTIONS, type AccountSection } from "../sections.ts";
import { useShownSections } from "../use-shown-sections.ts";
import { AppearanceSection } from "./appearance-section.tsx";
import { DangerSection } from "./danger-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SecuritySection } from "./security-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

const SECTIONS: Record<AccountSection, ComponentType> = {
  appearance: AppearanceSection,
  profile: ProfileSection,
  security: SecuritySection,
  "second-factor": SecondFactorSection,
  sessions: SessionsSection,
  email: EmailSection,
  notifications: NotificationsSection,
  danger: DangerSection,
};

/** One's own account: the card that the address names, or all of them. */
export function AccountPage() {
  return useShownSections(ACCOUNT_SECTIONS).map((id) => {
    const Section = SECTIONS[id];
    return <Section key={id} />;
  });
}
