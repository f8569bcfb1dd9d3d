import { MailOpen, Send } from "lucide-react";
import { hasPermission } from "#contract/access/actor.ts";
import { useConfig } from "#web/lib/public-config.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { IncomingSection } from "#web/incoming/settings/incoming-section.tsx";
import { MailboxList } from "#web/mailboxes/mailbox-list.tsx";
import { RulesSection } from "#web/mailboxes/rules/rules-section.tsx";
import { CapturedMails } from "./captured-mails.tsx";
import { useSendTestMail } from "./data.ts";
import { MAIL_MESSAGES as MESSAGES } from "./messages.ts";
import { OutgoingMails } from "./outgoing-mails.tsx";
import { Section } from "#web/settings/section.tsx";
import { SETTINGS_MESSAGES } from "#web/settings/messages.ts";
import "#web/styles/mail.css";

/** The mailboxes, whether mail goes out, a message to try it, and what was sent or captured. */
export function MailPage() {
  const isConfigured = useConfig()?.mail_configured;
  const mayRead = hasPermission(useActor(), "settings.mail");
  return (
    <>
      <MailboxList />
      <RulesSection />
      <IncomingSection />
      <MailState isConfigured={isConfigured} />
      {isConfigured === false && mayRead && <CapturedMails />}
      {isConfigured === true && <OutgoingMails />}
    </>
  );
}

function MailState({ isConfigured }: { isConfigured: boolean | undefined }) {
  const { email } = useUser();
  const testing = useSendTestMail();
  return (
    <Section id="mail" title={SETTINGS_MESSAGES.pages.mail} caption={MESSAGES.caption}>
      <div className="flex-row between wrap">
        <div className="flex-row">
          {isConfigured ? <Send className="icon subtle" /> : <MailOpen className="icon subtle" />}
          <div>
            <p>{isConfigured === false ? MESSAGES.unset : MESSAGES.set}</p>
            <p className="text-tiny subtle">{MESSAGES.testHint(email)}</p>
          </div>
        </div>
        <Button busy={testing.isPending} busyLabel={MESSAGES.testing} onClick={() => testing.mutate()}>
          {MESSAGES.test}
        </Button>
      </div>
    </Section>
  );
}
