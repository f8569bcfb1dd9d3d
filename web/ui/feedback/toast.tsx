import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import type { Stage, ToastOptions, ToastType } from "./toaster.tsx";

/** Short messages at the screen's edge. The toaster is loaded with the first. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show("success", message, options),
  info: (message: string, options?: ToastOptions) => show("info", message, options),
  warning: (message: string, options?: ToastOptions) => show("warning", message, options),
  error: (message: string, options?: ToastOptions) => show("error", message, options),
  /** Stays until dismissed or replaced by a toast of the same id. */
  loading: (message: string, options?: ToastOptions) => show("loading", message, options),
  dismiss: (id: string) => onStage((stage) => stage.dismiss(id)),
};

/** Fetches the toaster ahead: the message of a lost connection must not need the connection. */
export function fetchToasts(): void {
  onStage(() => undefined);
}

let shown = 0;

function show(type: ToastType, message: string, options: ToastOptions = {}): void {
  shown += 1;
  const id = options.id ?? `toast-${shown}`;
  onStage((stage) => stage.show(type, message, { ...options, id }));
}

const toaster = lazyLoad(() => import("./toaster.tsx"));

/** In the order of the calls. A message is lost where its toaster cannot be fetched; the next toast fetches again. */
function onStage(act: (stage: Stage) => void): void {
  toaster()
    .then(({ ready }) => ready)
    .then(act, () => undefined);
}
