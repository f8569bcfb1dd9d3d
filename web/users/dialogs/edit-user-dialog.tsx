import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useSavedForm } from "#web/lib/form/use-saved-form.ts";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { useChangeUser, type User } from "../data.ts";
import { FurtherAddresses } from "./further-addresses.tsx";
import { personRequestBody, PersonFields, personOf } from "./person-fields.tsx";
import { EDIT_USER_MESSAGES as MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/users.ts"),
  (contract) => contract.UserChange,
);

/** Changes somebody's name, address and contact data. */
export function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { form, isOutdated, adopt } = useSavedForm(user, {
    valuesOf: personOf,
    bodyOf: (values, { version }) => ({ ...personRequestBody(values), base_version: version }),
    isPart: true,
    schema,
    send: useChangeUser(user.id, MESSAGES).mutateAsync,
    onSent: onClose,
  });
  return (
    <FormDialog
      title={MESSAGES.title}
      form={form}
      act={MESSAGES.submit}
      busyLabel={MESSAGES.busy}
      disabled={!form.isChanged}
      onClose={onClose}
    >
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <PersonFields form={form} />
      <FurtherAddresses user={user} />
    </FormDialog>
  );
}
