import { MAILBOX_KINDS, TLS_MODES } from "#contract/mailboxes/mailbox-kinds.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { Mailbox } from "../data.ts";
import { MAILBOX_MESSAGES } from "../messages.ts";
import type { MailboxForm } from "./mailbox-form.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";
import { SecretField } from "./secret-field.tsx";

export type Kept = Pick<
  Mailbox,
  "has_password" | "has_client_secret" | "has_refresh_token" | "has_smtp_password"
> | null;
type Props = { form: MailboxForm; kept: Kept };

/** Kind and address, and what a mailbox of the kind is signed in with. */
export function SourceFields({ form, kept }: Props) {
  const { values, errors, text, change } = form;
  return (
    <>
      <Field label={MESSAGES.kind} error={errors.kind}>
        <Select
          value={values.kind}
          options={MAILBOX_KINDS.map((kind) => ({ value: kind, label: MAILBOX_MESSAGES.kinds[kind] }))}
          // The server of one provider is not that of another.
          onChange={(kind) => change({ kind, has_own_server: false, smtp_host: "", smtp_username: "" })}
        />
      </Field>
      <Field label={MESSAGES.address} hint={kept && MESSAGES.addressHint} error={errors.address}>
        <Input type="email" spellCheck={false} {...text("address")} />
      </Field>
      {values.kind === "microsoft" && (
        <Field label={MESSAGES.tenant} error={errors.oauth_tenant}>
          <Input spellCheck={false} {...text("oauth_tenant")} />
        </Field>
      )}
      {(values.kind === "microsoft" || values.kind === "gmail") && (
        <>
          <Field label={MESSAGES.client} error={errors.oauth_client}>
            <Input spellCheck={false} {...text("oauth_client")} />
          </Field>
          <SecretField
            form={form}
            name="client_secret"
            label={MESSAGES.clientSecret}
            isKept={kept?.has_client_secret ?? false}
          />
        </>
      )}
      {values.kind === "gmail" && (
        <SecretField
          form={form}
          name="refresh_token"
          label={MESSAGES.refreshToken}
          hint={MESSAGES.refreshTokenHint}
          isKept={kept?.has_refresh_token ?? false}
        />
      )}
      {values.kind === "imap" && <ImapFields form={form} kept={kept} />}
    </>
  );
}

function ImapFields({ form, kept }: Props) {
  const { values, errors, text, change } = form;
  return (
    <>
      <Field label={MESSAGES.host} error={errors.host}>
        <Input spellCheck={false} placeholder="imap.example.com" {...text("host")} />
      </Field>
      <div className="form-grid port-and-tls">
        <Field label={MESSAGES.tls} error={errors.tls}>
          <Select
            value={values.tls}
            options={TLS_MODES.map((mode) => ({ value: mode, label: MESSAGES.tlsModes[mode] }))}
            // An empty port is the usual one of the encryption.
            onChange={(tls) => change({ tls, port: "" })}
          />
        </Field>
        <Field label={MESSAGES.port} error={errors.port}>
          <Input
            className="numeric"
            inputMode="numeric"
            placeholder={values.tls === "implicit" ? "993" : "143"}
            {...text("port")}
          />
        </Field>
      </div>
      <Field label={MESSAGES.username} error={errors.username}>
        <Input spellCheck={false} autoComplete="off" {...text("username")} />
      </Field>
      <SecretField
        form={form}
        name="password"
        label={MESSAGES.password}
        isKept={kept?.has_password ?? false}
      />
    </>
  );
}
