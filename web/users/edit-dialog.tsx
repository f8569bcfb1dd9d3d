import { useForm } from "../lib/form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { UI_WORDS } from "../ui/words.ts";
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
    <Dialog
      open
      onOpenChange={onClose}
      title={WORDS.title}
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {UI_WORDS.cancel}
          </Button>
          <Button
            look="primary"
            type="submit"
            disabled={!form.isChanged}
            busy={form.isBusy}
            busyLabel={WORDS.busy}
          >
            {WORDS.submit}
          </Button>
        </>
      }
    >
      <PersonFields form={form} />
    </Dialog>
  );
}
