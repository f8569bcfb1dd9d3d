import type { FormEvent, ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";

type Props = {
  form: { isBusy: boolean; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  act: string;
  busyLabel: string;
  children: ReactNode;
};

/** A form on a public page: its fields and one wide button. */
export function PublicForm({ form, act, busyLabel, children }: Props) {
  return (
    <form noValidate onSubmit={form.onSubmit}>
      {children}
      <Button type="submit" look="primary" size="extra-large" busy={form.isBusy} busyLabel={busyLabel}>
        {act}
      </Button>
    </form>
  );
}
