import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Names at the end which quarantined tests needed their second try, and why: `npm test` repeats the lines. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) => [...module.children.allTests("passed")]).filter(isFlaky);
    for (const test of flaky) process.stdout.write(`${line(test)}\n`);
  }
}

function isFlaky(test: TestCase): boolean {
  return test.diagnostic()?.flaky ?? false;
}

function line(test: TestCase): string {
  const [reason] = test.result().errors?.map(({ message }) => message.split("\n", 1)[0]) ?? [];
  return ` FLAKY  ${test.module.relativeModuleId} > ${test.fullName}: ${reason ?? "no reason given"}`;
}
