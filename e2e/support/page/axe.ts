import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** axe itself, which the page keeps for as long as it is not loaded anew: much faster than bringing it each time. */
const SOURCE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * The violations that axe finds on the page, as "rule: element", after its animations have ended. A toast may begin to
 * leave while axe runs, so a violation has to be found twice.
 */
export async function findAxeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found = await runAxe(page, rules);
  return found.length === 0 ? found : runAxe(page, rules);
}

async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      return endless || animation.playState !== "running";
    }),
  );
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(SOURCE);
  // Menus and lists of choices stand at the end of the body, outside of every landmark, and have the focus.
  const hasMenu =
    (await page.locator('[role="menu"], body > [role="listbox"], body > div [role="listbox"]').count()) > 0;
  const options = JSON.stringify({
    resultTypes: ["violations"],
    // No rule that runs asks for the sheets of styles.
    preload: { assets: ["media"] },
    ...(rules ? { runOnly: rules } : { rules: { region: { enabled: !hasMenu } } }),
  });
  return page.evaluate<string[]>(`axe.run(document, ${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`);
}
