/** Time for the browser to start saving, in milliseconds. */
const SAVING_STARTS_MS = 60_000;

/** Hands content to the browser as a file to keep. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVING_STARTS_MS);
}
