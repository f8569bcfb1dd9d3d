import { CopyButton } from "#web/ui/form/copy-button.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";

/** What an administrator of the tenant runs once, so that the app may open this mailbox and no other. */
export function PowershellLines({ form: { values } }: { form: MailboxForm }) {
  const lines = [
    "Connect-ExchangeOnline",
    `New-ServicePrincipal -AppId ${quoted(values.oauth_client) || "CLIENT-ID"} -ObjectId OBJECT-ID`,
    `Add-MailboxPermission -Identity ${quoted(values.address) || "ADDRESS"} -User OBJECT-ID -AccessRights FullAccess`,
  ].join("\n");
  return (
    <div className="shell-lines">
      <div className="flex-row between">
        <span className="field-label">{MESSAGES.powershell}</span>
        <CopyButton text={lines} label={MESSAGES.copyLines} />
      </div>
      {/* Long lines scroll inside their box, which the keyboard must reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="region" aria-label={MESSAGES.powershell}>
        {lines}
      </pre>
      <span className="hint">{MESSAGES.powershellHint}</span>
    </div>
  );
}

/** What is typed goes into a shell: letters that an id or an address never has are left out. */
function quoted(text: string): string {
  return text.replaceAll(/[^\w.@+-]/g, "");
}
