import type { ComponentProps } from "react";
import { cx } from "../class-names.ts";
import { useFieldWiring } from "./field.tsx";

/** A one-line text control; inside a `Field` it is labelled and described by it. `tall` is the sign-in height. */
export function Input({ className, tall, ...rest }: ComponentProps<"input"> & { tall?: boolean }) {
  return <input {...useFieldWiring()} {...rest} className={cx("input", tall && "tall", className)} />;
}

/** A text control of several lines. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...useFieldWiring()} {...rest} className={cx("textarea", className)} />;
}
