import { useState } from "react";
import { useForm } from "#web/lib/form/use-form.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
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

/**
 * The form of a mailbox that is there. It goes on from the version that it began with, so that what somebody else has
 * saved meanwhile is not written over; `present` is how the mailbox is now.
 */
export function useMailboxForm(present: Mailbox) {
  const [start, setStart] = useState(present);
  const initial = valuesOf(start);
  const form = useForm({
    initial,
    bodyOf: (values: MailboxValues) => ({ ...changeOf(values, initial), base_version: start.version }),
    schema: changeSchema,
    send: useChangeMailbox(present.id).mutateAsync,
    onSent: begin,
  });
  const isOutdated = present.version !== start.version && !form.isBusy;
  // Nobody loses anything: the form takes what is saved as its own.
  if (isOutdated && !form.isChanged) begin(present);

  function begin(mailbox: Mailbox) {
    setStart(mailbox);
    form.adopt(valuesOf(mailbox));
  }
  return { form, isOutdated: isOutdated && form.isChanged, adopt: () => begin(present) };
}

/** The part of a form that its fields use, new or not. */
export type MailboxForm = Pick<
  ReturnType<typeof useNewMailboxForm>,
  "values" | "errors" | "set" | "change" | "text" | "isBusy" | "isChanged" | "onSubmit"
>;
