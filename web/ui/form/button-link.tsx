import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { buttonClass, type Looks } from "../button.tsx";
import { KeyCaps } from "../key-caps.tsx";

function Anchor({ look, size, icon, keys, className, children, ...rest }: ComponentProps<"a"> & Looks) {
  return (
    <a {...rest} className={buttonClass(look, size, className)}>
      {icon}
      {children}
      {keys && <KeyCaps keys={keys} />}
    </a>
  );
}

/**
 * A link that looks like a button: takes the router's `to`, `params` and `search` besides the looks. Apart from the
 * button, which also stands on the sign-in page, where no router is loaded yet.
 */
export const ButtonLink = createLink(Anchor);
