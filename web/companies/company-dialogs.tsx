import { useState } from "react";
import { hasPermission } from "#contract/access/actor.ts";
import { mayManageSla, mayReadSla } from "#contract/access/sla.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { hasUnsaved } from "#web/lib/form/unsaved-forms.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { useSavedForm } from "#web/lib/form/use-saved-form.ts";
import { countText } from "#web/lib/format.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { companyRequestBody, CompanyFields, NEW_COMPANY, valuesOf } from "./company-form.tsx";
import {
  type Company,
  useChangeCompany,
  useCreateCompany,
  useDeleteCompany,
  useRestoreCompany,
} from "./data.ts";
import { MailDomains } from "./mail-domains.tsx";
import { COMPANY_ACT_MESSAGES, COMPANY_FORM_MESSAGES } from "./messages.ts";

/** Which service level the company has; it is saved by itself. */
const companyLevel = lazyPart(
  () => import("#web/sla/agreed/company-level.tsx"),
  (module) => module.CompanyLevel,
  { isOptional: true },
);
const newSchema = lazyLoad(
  () => import("#contract/companies.ts"),
  ({ companies }) => companies.create.body,
);
const changeSchema = lazyLoad(
  () => import("#contract/companies.ts"),
  ({ companies }) => companies.change.body,
);

export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: NEW_COMPANY,
    bodyOf: companyRequestBody,
    schema: newSchema,
    send: useCreateCompany().mutateAsync,
    onSent: onClose,
  });
  const { newTitle, create, creating } = COMPANY_FORM_MESSAGES;
  return (
    <FormDialog title={newTitle} form={form} act={create} busyLabel={creating} onClose={onClose}>
      <CompanyFields form={form} />
    </FormDialog>
  );
}

export function EditCompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  // A service level that is chosen and not saved keeps the window open, and so closes it once it is saved.
  const [isHeld, hold] = useState(false);
  const { form, isOutdated, adopt } = useSavedForm(company, {
    valuesOf,
    bodyOf: (values, { version }) => ({ ...companyRequestBody(values), base_version: version }),
    isPart: true,
    schema: changeSchema,
    send: useChangeCompany(company.id).mutateAsync,
    onSent: () => (hasUnsaved() ? hold(true) : onClose()),
  });
  const actor = useActor();
  const { editTitle, save, saving, levelUnsaved } = COMPANY_FORM_MESSAGES;
  return (
    <FormDialog
      title={editTitle}
      // The service level below is a form of its own.
      form={{ ...form, mayLose: hasUnsaved }}
      act={save}
      busyLabel={saving}
      disabled={!form.isChanged}
      note={
        <span className="grow text-small muted" role="status">
          {isHeld && levelUnsaved}
        </span>
      }
      onClose={onClose}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <CompanyFields form={form} />
      {hasPermission(actor, "companies.edit") && <MailDomains companyId={company.id} />}
      {mayReadSla(actor) && (
        <companyLevel.Part
          scope={company.id}
          mayManage={mayManageSla(actor)}
          onSaved={isHeld ? onClose : undefined}
        />
      )}
    </FormDialog>
  );
}

/** Says how many people it concerns before it happens (rule 138). */
export function DeleteCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const deleting = useDeleteCompany();
  const messages = COMPANY_ACT_MESSAGES;
  const users = messages.users(company.user_count, countText(company.user_count));
  const groups = messages.groups(company.group_count, countText(company.group_count));
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={messages.deleteTitle}
      description={
        <>
          {messages.deleteLead}
          <b className="named">{company.name}</b>
          {messages.deleteRest(users, groups)}
        </>
      }
      act={messages.deleteAct}
      busyLabel={messages.deleting}
      onConfirm={() => deleting.mutateAsync(company.id)}
    />
  );
}

export function RestoreCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const restoring = useRestoreCompany();
  const messages = COMPANY_ACT_MESSAGES;
  return (
    <ConfirmDialog
      open
      danger={false}
      onOpenChange={onClose}
      title={messages.restoreTitle}
      description={
        <>
          {messages.restoreLead}
          <b className="named">{company.name}</b>
          {messages.restoreRest}
        </>
      }
      act={messages.restoreAct}
      busyLabel={messages.restoring}
      onConfirm={() => restoring.mutateAsync(company.id)}
    />
  );
}
