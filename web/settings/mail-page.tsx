import { MailOpen, Send } from "lucide-react";
import { useState } from "react";
import { has } from "#contract/access/actor.ts";
import { useConfig } from "../lib/brand.ts";
import { useActor, useUser } from "../lib/session-state.ts";
import { useSubmissionKeys } from "../lib/submission-key.ts";
import { Button } from "../ui/button.tsx";
import { CapturedMails } from "./captured-mails.tsx";
import { sendTestMail } from "./data.ts";
import { MAIL_WORDS as WORDS } from "./organization-words.ts";
import { OutgoingMails } from "./outgoing-mails.tsx";
import { Section } from "./section.tsx";

/** Whether mail goes out, a message to try it, and what was sent or captured. */
export function MailPage() {
  const isConfigured = useConfig()?.mail_configured;
  const mayRead = has(useActor(), "settings.mail");
  return (
    <>
      <MailState isConfigured={isConfigured} />
      {isConfigured === false && mayRead && <CapturedMails />}
      {isConfigured === true && <OutgoingMails />}
    </>
  );
}

function MailState({ isConfigured }: { isConfigured: boolean | undefined }) {
  const { email } = useUser();
  const [isBusy, setBusy] = useState(false);
  const keys = useSubmissionKeys();
  function test() {
    setBusy(true);
    void sendTestMail(keys.keyFor("test"))
      .then(
        () => keys.forget(),
        // Told already.
        () => undefined,
      )
      .then(() => setBusy(false));
  }
  return (
    <Section id="mail" title={WORDS.title} caption={WORDS.caption}>
      <div className="row between wrap">
        <div className="row">
          {isConfigured ? <Send className="i subtle" /> : <MailOpen className="i subtle" />}
          <div>
            <p>{isConfigured === false ? WORDS.unset : WORDS.set}</p>
            <p className="xs subtle">{WORDS.testHint(email)}</p>
          </div>
        </div>
        <Button busy={isBusy} busyLabel={WORDS.testing} onClick={test}>
          {WORDS.test}
        </Button>
      </div>
    </Section>
  );
}
