import type { Locator } from "@playwright/test";

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** Drops or pastes a picture into a text box. */
export async function givePicture(textBox: Locator, how: "drop" | "paste"): Promise<void> {
  await textBox.evaluate(
    (element, { kind, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], "image.png", { type: "image/png" }));
      element.dispatchEvent(
        kind === "drop"
          ? new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })
          : new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }),
      );
    },
    { kind: how, bytes: [...PIXEL] },
  );
}
