import { useBlocker } from "@tanstack/react-router";
import { Trash2, X } from "lucide-react";
import { Dialog as Parts } from "radix-ui";
import { type FormEventHandler, type ReactNode, useRef, useState } from "react";
import { liftToasts } from "#web/lib/browser/bottom-bars.ts";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { isPageGuarded } from "#web/lib/form/unsaved-forms.ts";
import { FormButtons } from "../form-buttons.tsx";
import { cx } from "../class-names.ts";
import { rememberPlace } from "../kept-focus.ts";
import { PortalContainerContext } from "./portal-container.ts";
import { UI_MESSAGES } from "../messages.ts";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Tags and counts below the description; they stay while the text below them scrolls. */
  details?: ReactNode;
  /** A sign before the title, such as the bin of a deletion. */
  icon?: ReactNode;
  /** 40 rem for lists, else 30. */
  wide?: boolean;
  /** The row of buttons; inside the form when `onSubmit` is given. */
  foot?: ReactNode;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** For text without controls: the keyboard must reach it to scroll. */
  isText?: boolean;
  /**
   * Whether closing it would lose what nobody has saved: a press beside it, which may be a slip, then does nothing, and
   * Escape and the way to another page ask first.
   */
  mayLose?: () => boolean;
  /** It shows what is shown only now: only its buttons close it. */
  isOnce?: boolean;
  /** What was entered is on its way, and comes back where it fails: until then only its buttons close it. */
  isBusy?: boolean;
  children?: ReactNode;
};

/** A dialog that takes the focus, keeps it and gives it back; a sheet from below on phones. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  details,
  icon,
  wide,
  foot,
  onSubmit,
  isText,
  mayLose,
  isOnce,
  isBusy,
  children,
}: DialogProps) {
  const [isAsking, setAsking] = useState(false);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const giveBack = useRef<() => boolean>(() => true);
  const isSheet = useIsNarrow();
  const inside = (
    <>
      {children && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="dialog-body" tabIndex={isText ? 0 : undefined}>
          {children}
        </div>
      )}
      {foot && (
        <footer ref={isSheet ? liftToasts : null} className="dialog-foot">
          {foot}
        </footer>
      )}
    </>
  );
  // Radix points at the description by itself; without one the pointer must go.
  const described = description ? {} : { "aria-describedby": undefined };
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Overlay className="scrim" ref={setLayer}>
          <PortalContainerContext value={layer}>
            <Parts.Content
              className={cx("dialog", wide && "wide")}
              {...described}
              onInteractOutside={(event) => {
                if (isBusy || isOnce || mayLose?.()) event.preventDefault();
              }}
              onEscapeKeyDown={(event) => {
                if (isBusy || isOnce) return event.preventDefault();
                if (!mayLose?.()) return;
                event.preventDefault();
                setAsking(true);
              }}
              onOpenAutoFocus={(event) => {
                giveBack.current = rememberPlace(document.activeElement);
                focusFirst(event);
              }}
              onCloseAutoFocus={(event) => {
                event.preventDefault();
                if (!giveBack.current()) document.getElementById("main")?.focus();
              }}
            >
              <Head title={title} description={description} details={details} icon={icon} />
              {onSubmit ? (
                <form className="dialog-form" noValidate onSubmit={onSubmit}>
                  {inside}
                </form>
              ) : (
                inside
              )}
            </Parts.Content>
          </PortalContainerContext>
        </Parts.Overlay>
      </Parts.Portal>
      {open && mayLose && (
        <GiveUp
          mayLose={mayLose}
          isAsked={isAsking}
          onAnswer={(isGivenUp) => {
            setAsking(false);
            if (isGivenUp) onOpenChange(false);
          }}
        />
      )}
    </Parts.Root>
  );
}

type GiveUpProps = { mayLose: () => boolean; isAsked: boolean; onAnswer: (isGivenUp: boolean) => void };

/** Asks before Escape, or the way to another page, loses what is written in a window (rule 1078). */
function GiveUp({ mayLose, isAsked, onAnswer }: GiveUpProps) {
  const blocker = useBlocker({
    // An ended session leads to the sign-in page whatever is written here.
    shouldBlockFn: ({ next }) => next.pathname !== "/login" && mayLose() && !isPageGuarded(),
    enableBeforeUnload: mayLose,
    withResolver: true,
  });
  const isLeaving = blocker.status === "blocked";
  function answer(isGivenUp: boolean) {
    if (isGivenUp) blocker.proceed?.();
    else blocker.reset?.();
    onAnswer(isGivenUp);
  }
  return (
    <Dialog
      open={isAsked || isLeaving}
      onOpenChange={() => answer(false)}
      title={UI_MESSAGES.discardQuestion}
      description={UI_MESSAGES.notSaved}
      icon={<Trash2 className="icon large" />}
      foot={
        <FormButtons
          act={UI_MESSAGES.discard}
          danger
          onAct={() => answer(true)}
          cancel={UI_MESSAGES.goOnEditing}
          cancelLook="secondary"
          onCancel={() => answer(false)}
        />
      }
    />
  );
}

function Head({
  title,
  description,
  details,
  icon,
}: Pick<DialogProps, "title" | "description" | "details" | "icon">) {
  return (
    <header className="dialog-head">
      {icon && <span className="danger-icon">{icon}</span>}
      <div className="grow">
        <Parts.Title>{title}</Parts.Title>
        {description && <Parts.Description>{description}</Parts.Description>}
        {details && <div className="facts flex-row wrap">{details}</div>}
      </div>
      <Parts.Close className="icon-button" aria-label={UI_MESSAGES.close}>
        <X className="icon" />
      </Parts.Close>
    </header>
  );
}

type FormDialogProps = Pick<DialogProps, "title" | "description" | "icon" | "children"> & {
  /** The part of `useForm` that the dialog needs. */
  form: { onSubmit: FormEventHandler<HTMLFormElement>; isBusy: boolean; mayLose?: () => boolean };
  /** The label of the acting button: it names the action, never "OK". */
  act: string;
  busyLabel: string;
  actIcon?: ReactNode;
  /** True for an action that takes something away. */
  danger?: boolean;
  /** Nothing to do yet; `why` says what is missing. */
  disabled?: boolean;
  why?: string;
  /** Stands before the buttons. */
  note?: ReactNode;
  onClose: () => void;
};

/** A dialog that is a form: Cancel, then the acting button. */
export function FormDialog({ form, act, busyLabel, actIcon, danger, ...rest }: FormDialogProps) {
  const { disabled, why, note, onClose, ...dialog } = rest;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      onSubmit={form.onSubmit}
      mayLose={form.mayLose}
      isBusy={form.isBusy}
      foot={
        <>
          {note}
          <FormButtons
            act={act}
            busyLabel={busyLabel}
            isBusy={form.isBusy}
            icon={actIcon}
            danger={danger}
            disabled={disabled}
            why={why}
            onCancel={onClose}
          />
        </>
      }
      {...dialog}
    />
  );
}

/** The first field gets the focus, else the first button of the foot: never the cross, which comes first. */
function focusFirst(event: Event) {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const field = dialog.querySelector<HTMLElement>(
    ".dialog-body :is(input, textarea, button):not(:disabled, [tabindex='-1'])",
  );
  const first = field ?? dialog.querySelector<HTMLElement>(".dialog-foot button:not(:disabled)");
  if (!first) return;
  event.preventDefault();
  first.focus();
}
