import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import type { User } from "#web/users/data.ts";
import { useDeleteClient, useRestoreClient } from "./data.ts";
import { DELETE_CLIENT_MESSAGES, RESTORE_CLIENT_MESSAGES } from "./messages.ts";

type Props = { client: User; onClose: () => void };

export function DeleteClient({ client, onClose }: Props) {
  const deleting = useDeleteClient();
  const messages = DELETE_CLIENT_MESSAGES;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={messages.title}
      description={<Question messages={messages} name={client.fullname} />}
      act={messages.act}
      busyLabel={messages.busy}
      onConfirm={() => deleting.mutateAsync(client.id)}
    />
  );
}

export function RestoreClient({ client, onClose }: Props) {
  const restoring = useRestoreClient();
  const messages = RESTORE_CLIENT_MESSAGES;
  return (
    <ConfirmDialog
      open
      danger={false}
      onOpenChange={onClose}
      title={messages.title}
      description={<Question messages={messages} name={client.fullname} />}
      act={messages.act}
      busyLabel={messages.busy}
      onConfirm={() => restoring.mutateAsync(client.id)}
    />
  );
}

function Question({ messages, name }: { messages: { lead: string; rest: string }; name: string }) {
  return (
    <>
      {messages.lead}
      <b className="named">{name}</b>
      {messages.rest}
    </>
  );
}
