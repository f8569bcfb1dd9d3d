import { SMTP_PORTS, TLS_MODES } from "#contract/mailboxes/mailbox-kinds.ts";
import { Section } from "#web/settings/section.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { MAILBOX_MESSAGES } from "../messages.ts";
import type { MailboxForm } from "./mailbox-form.ts";
import { PROVIDER_SMTP } from "./mailbox-values.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";
import { SecretField } from "./secret-field.tsx";
import type { Kept } from "./source-fields.tsx";
import { SwitchRow } from "./switch-row.tsx";

/** The mail server that answers leave by: that of the desk, the provider's, or one of the mailbox's own. */
export function SendingSection({ form, kept }: { form: MailboxForm; kept: Kept }) {
  const { values, set, change } = form;
  const provider = values.kind === "microsoft" || values.kind === "gmail" ? values.kind : null;
  const isProviders = provider !== null && values.smtp_host === PROVIDER_SMTP[provider].host;
  return (
    <Section id="sending" title={MESSAGES.sending} caption={MESSAGES.sendingCaption}>
      {provider && (
        <SwitchRow
          label={MESSAGES.providersServer(MAILBOX_MESSAGES.kinds[provider])}
          hint={MESSAGES.providersServerHint[provider]}
          checked={values.has_own_server && isProviders}
          onChange={(isOn) =>
            change({
              has_own_server: isOn,
              smtp_host: isOn ? PROVIDER_SMTP[provider].host : "",
              smtp_tls: PROVIDER_SMTP[provider].tls,
              smtp_port: "",
              smtp_username: "",
            })
          }
        />
      )}
      {!(values.has_own_server && isProviders) && (
        <SwitchRow
          label={MESSAGES.ownServer}
          hint={MESSAGES.ownServerHint}
          checked={values.has_own_server}
          onChange={(isOn) => set("has_own_server", isOn)}
        />
      )}
      {values.has_own_server && !isProviders && <ServerFields form={form} kept={kept} />}
    </Section>
  );
}

function ServerFields({ form, kept }: { form: MailboxForm; kept: Kept }) {
  const { values, errors, text, change } = form;
  return (
    <div className="form-grid">
      <Field label={MESSAGES.host} error={errors.smtp_host}>
        <Input spellCheck={false} placeholder="smtp.example.com" {...text("smtp_host")} />
      </Field>
      <div className="form-grid port-and-tls">
        <Field label={MESSAGES.tls} error={errors.smtp_tls}>
          <Select
            value={values.smtp_tls}
            options={TLS_MODES.map((mode) => ({ value: mode, label: MESSAGES.tlsModes[mode] }))}
            onChange={(smtp_tls) => change({ smtp_tls, smtp_port: "" })}
          />
        </Field>
        <Field label={MESSAGES.port} error={errors.smtp_port}>
          <Input
            className="numeric"
            inputMode="numeric"
            placeholder={String(SMTP_PORTS[values.smtp_tls])}
            {...text("smtp_port")}
          />
        </Field>
      </div>
      <Field label={MESSAGES.username} hint={MESSAGES.noSignIn} error={errors.smtp_username}>
        <Input spellCheck={false} autoComplete="off" {...text("smtp_username")} />
      </Field>
      <SecretField
        form={form}
        name="smtp_password"
        label={MESSAGES.password}
        isKept={kept?.has_smtp_password ?? false}
      />
    </div>
  );
}
