import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { findQuickFolder } from "./quick-folder.ts";

/** An empty folder that is gone when the test is over; every account may pass through it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(findQuickFolder(), "waypost-test-"));
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
