import { type RunnerTask, TestRunner } from "vitest";
import { countRetries } from "./quarantine.ts";

/** Vitest's own runner, but that a quarantined test gets its second try. */
export default class QuarantineRunner extends TestRunner {
  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    if (task.type === "test") task.retry = countRetries(task.file.name, task.name);
    await super.onBeforeRunTask(task);
  }
}
