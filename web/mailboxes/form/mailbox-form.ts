import { useForm } from "#web/lib/form/use-form.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useSavedForm } from "#web/lib/form/use-saved-form.ts";
import { type Mailbox, useChangeMailbox, useCreateMailbox } from "../data.ts";
import { bodyOf, changeOf, type MailboxValues, NEW_VALUES, valuesOf } from "./mailbox-values.ts";

const newSchema = lazyLoad(
  () => import("#contract/mailboxes/mailbox-schemas.ts"),
  (contract) => contract.NewMailbox,
);
const changeSchema = lazyLoad(
  () => import("#contract/mailboxes/mailbox-schemas.ts"),
  (contract) => contract.MailboxChange,
);

/** Nothing of it is kept in the browser: it holds passwords. */
export function useNewMailboxForm(onSent: (mailbox: Mailbox) => unknown) {
  return useForm({
    initial: NEW_VALUES,
    bodyOf,
    schema: newSchema,
    send: useCreateMailbox().mutateAsync,
    onSent,
  });
}

/** The form of a mailbox that is there; only what differs is sent. */
export function useMailboxForm(present: Mailbox) {
  return useSavedForm(present, {
    valuesOf,
    bodyOf: (values: MailboxValues, start) => ({
      ...changeOf(values, valuesOf(start)),
      base_version: start.version,
    }),
    schema: changeSchema,
    send: useChangeMailbox(present.id).mutateAsync,
  });
}

/** The part of a form that its fields use, new or not. */
export type MailboxForm = Pick<
  ReturnType<typeof useNewMailboxForm>,
  "values" | "errors" | "set" | "change" | "text" | "isBusy" | "isChanged" | "onSubmit"
>;
