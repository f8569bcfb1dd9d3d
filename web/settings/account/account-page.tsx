import { AppearanceSection } from "./appearance-section.tsx";
import { DangerSection } from "./danger-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SecuritySection } from "./security-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** One's own account. */
export function AccountPage() {
  return (
    <>
      <AppearanceSection />
      <ProfileSection />
      <SecuritySection />
      <SecondFactorSection />
      <SessionsSection />
      <EmailSection />
      <NotificationsSection />
      <DangerSection />
    </>
  );
}
