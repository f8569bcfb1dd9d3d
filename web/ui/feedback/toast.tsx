import type { Stage, ToastOptions, ToastType } from "./toaster.tsx";

/** Short messages at the screen's edge. What shows them is loaded with the first. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show("success", message, options),
  info: (message: string, options?: ToastOptions) => show("info", message, options),
  warning: (message: string, options?: ToastOptions) => show("warning", message, options),
  error: (message: string, options?: ToastOptions) => show("error", message, options),
  /** Stays until dismissed or replaced by a toast of the same id. */
  loading: (message: string, options?: ToastOptions) => show("loading", message, options),
  dismiss: (id: string) => onStage((stage) => stage.dismiss(id)),
};

/** Fetches what shows them: a connection that is lost must not take the words with it that tell so. */
export function fetchToasts(): void {
  onStage(() => undefined);
}

let shown = 0;

function show(type: ToastType, message: string, options: ToastOptions = {}): void {
  shown += 1;
  const id = options.id ?? `toast-${shown}`;
  onStage((stage) => stage.show(type, message, { ...options, id }));
}

let stage: Promise<Stage> | null = null;

/** In the order of the calls. */
function onStage(act: (stage: Stage) => void): void {
  stage ??= import("./toaster.tsx").then(({ ready }) => ready);
  stage.then(act, () => {
    // The server is gone: the words are lost, and the next toast asks again.
    stage = null;
  });
}
