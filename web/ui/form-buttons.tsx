import type { ComponentProps, ReactNode } from "react";
import { UI_MESSAGES } from "./messages.ts";
import { Button } from "./button.tsx";

type Props = {
  /** The label of the acting button: it names the action, never "OK". */
  act: string;
  busyLabel?: string;
  isBusy?: boolean;
  icon?: ReactNode;
  /** True for an action that takes something away. */
  danger?: boolean;
  /** Nothing to do yet; `why` says what is missing. */
  disabled?: boolean;
  why?: string;
  /** Acts; without it the button sends the form that it stands in. */
  onAct?: () => void;
  cancel?: string;
  cancelLook?: ComponentProps<typeof Button>["look"];
  /** There is nothing to go back from. */
  isCancelOff?: boolean;
  onCancel: () => void;
  size?: "small";
  /** The action stands where the way back does elsewhere. */
  isActFirst?: boolean;
};

/** The foot of every form and confirmation: the way back, then the action. */
export function FormButtons({ cancel = UI_MESSAGES.cancel, cancelLook = "ghost", size, ...props }: Props) {
  const back = (
    <Button look={cancelLook} size={size} disabled={props.isCancelOff} onClick={props.onCancel}>
      {cancel}
    </Button>
  );
  return (
    <>
      {!props.isActFirst && back}
      <Button
        type={props.onAct ? "button" : "submit"}
        look={props.danger ? "danger" : "primary"}
        size={size}
        icon={props.icon}
        disabled={props.disabled}
        title={props.why}
        busy={props.isBusy}
        busyLabel={props.busyLabel}
        onClick={props.onAct}
      >
        {props.act}
      </Button>
      {props.isActFirst && back}
    </>
  );
}
