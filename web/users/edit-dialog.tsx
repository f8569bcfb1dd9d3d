import { useForm } from "../lib/form.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { changeUser, type User } from "./data.ts";
import { bodyOfPerson, PersonFields, personOf } from "./person-fields.tsx";
import { EDIT_USER_WORDS as WORDS } from "./words.ts";

const schema = () => import("#contract/users.ts").then((room) => room.UserChange);

/** Changes somebody's name, address and contact data. */
export function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({
    initial: personOf(user),
    bodyOf: (values) => ({ ...bodyOfPerson(values), base_version: user.version }),
    schema,
    send: async (body) => {
      await changeUser(user.id, body);
      onClose();
    },
  });
  return (
    <FormDialog
      title={WORDS.title}
      form={form}
      act={WORDS.submit}
      busyLabel={WORDS.busy}
      disabled={!form.isChanged}
      onClose={onClose}
    >
      <PersonFields form={form} />
    </FormDialog>
  );
}
