import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import type { User } from "#web/users/data.ts";
import { deleteClient, restoreClient } from "./data.ts";
import { DELETE_CLIENT_MESSAGES, RESTORE_CLIENT_MESSAGES } from "./messages.ts";

type Props = { client: User; onClose: () => void };

export function DeleteClient({ client, onClose }: Props) {
  const words = DELETE_CLIENT_MESSAGES;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      description={<Question words={words} name={client.fullname} />}
      act={words.act}
      busyLabel={words.busy}
      onConfirm={() => deleteClient(client.id)}
    />
  );
}

export function RestoreClient({ client, onClose }: Props) {
  const words = RESTORE_CLIENT_MESSAGES;
  return (
    <ConfirmDialog
      open
      danger={false}
      onOpenChange={onClose}
      title={words.title}
      description={<Question words={words} name={client.fullname} />}
      act={words.act}
      busyLabel={words.busy}
      onConfirm={() => restoreClient(client.id)}
    />
  );
}

function Question({ words, name }: { words: { lead: string; rest: string }; name: string }) {
  return (
    <>
      {words.lead}
      <b className="named">{name}</b>
      {words.rest}
    </>
  );
}
