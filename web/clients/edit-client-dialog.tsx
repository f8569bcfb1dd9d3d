import { isLanguage, type Language, LANGUAGES } from "#contract/languages.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useSavedForm } from "#web/lib/form/use-saved-form.ts";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { useChangeUser, type User } from "#web/users/data.ts";
import { FurtherAddresses } from "#web/users/dialogs/further-addresses.tsx";
import {
  personRequestBody,
  PersonFields,
  personOf,
  type PersonValues,
} from "#web/users/dialogs/person-fields.tsx";
import { companyText } from "#web/users/list/user-cells.tsx";
import { type CompanyChoice, CompanyField } from "./company-field.tsx";
import { EDIT_CLIENT_MESSAGES } from "./messages.ts";

type Values = PersonValues & { company_id: CompanyChoice; locale: Language | "" };

const schema = lazyLoad(
  () => import("#contract/users.ts"),
  (contract) => contract.UserChange,
);

/** Changes a client, and to which company it belongs (rule 127). */
export function EditDialog({ client, onClose }: { client: User; onClose: () => void }) {
  const { form, start, isOutdated, adopt } = useSavedForm(client, {
    valuesOf,
    bodyOf,
    isPart: true,
    schema,
    send: useChangeUser(client.id, EDIT_CLIENT_MESSAGES).mutateAsync,
    onSent: onClose,
  });
  const { values, errors } = form;
  const isMoved = (values.company_id?.id ?? null) !== start.company_id;
  return (
    <FormDialog
      title={EDIT_CLIENT_MESSAGES.title}
      form={form}
      act={EDIT_CLIENT_MESSAGES.submit}
      busyLabel={EDIT_CLIENT_MESSAGES.busy}
      disabled={!form.isChanged}
      onClose={onClose}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <PersonFields form={form} />
      <CompanyField
        value={values.company_id}
        error={errors.company_id}
        hint={isMoved ? EDIT_CLIENT_MESSAGES.movedHint : undefined}
        onChange={(chosen) => form.set("company_id", chosen)}
      />
      <Field label={EDIT_CLIENT_MESSAGES.language} hint={EDIT_CLIENT_MESSAGES.languageHint}>
        <Select
          value={values.locale}
          options={[{ value: "", label: EDIT_CLIENT_MESSAGES.noLanguage }, ...LANGUAGES]}
          onChange={(language) => form.set("locale", language)}
        />
      </Field>
      <FurtherAddresses user={client} />
    </FormDialog>
  );
}

function companyOf(client: User): CompanyChoice {
  return client.company_id ? { id: client.company_id, name: companyText(client) } : null;
}

function valuesOf(client: User): Values {
  const locale = isLanguage(client.locale) ? client.locale : "";
  return { ...personOf(client), company_id: companyOf(client), locale };
}

/** The company goes along only when it was changed: an inactive one would be refused as a new choice. */
function bodyOf({ company_id, locale, ...person }: Values, client: User) {
  const chosen = company_id?.id ?? null;
  return {
    ...personRequestBody(person),
    company_id: chosen === client.company_id ? undefined : chosen,
    locale: locale || null,
    base_version: client.version,
  };
}
