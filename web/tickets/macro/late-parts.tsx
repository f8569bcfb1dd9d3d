/* What a macro for many tickets has need of, as one file: it comes with the first sign that some of it is needed. */
import "#web/styles/replies.css";

export { MacroDialog } from "./macro-dialog.tsx";
export { MacroWindow } from "./macro-window.tsx";
