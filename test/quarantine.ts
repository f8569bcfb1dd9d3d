/** A test that fails now and then without the product being wrong, and gets a second try until it is mended. */
export type Quarantined = {
  /** Where it stands, from the root: `server/live/live.test.ts`, `e2e/auth/session.spec.ts`. */
  file: string;
  /** Its own title, without those of the groups around it. */
  title: string;
  /** What is known about the failure, and why it is not mended yet. */
  reason: string;
};

/**
 * No test is tried twice unless it is named here: a second try hides a race. `vitest.config.ts` and
 * `playwright.config.ts` read this list, and `npm test` names whatever needed its second try.
 */
export const QUARANTINE: Quarantined[] = [];

/** How often a test of Vitest is tried again. */
export function countRetries(file: string, title: string, list: Quarantined[] = QUARANTINE): number {
  return list.some((entry) => entry.file === file && entry.title === title) ? 1 : 0;
}

/** What Playwright finds the quarantined stories by: it compares "project file group title". */
export function storyPatterns(list: Quarantined[] = QUARANTINE): RegExp[] {
  return list
    .filter(({ file }) => file.startsWith("e2e/"))
    .map(
      ({ file, title }) =>
        new RegExp(`${RegExp.escape(file.replace("e2e/", ""))} (.* )?${RegExp.escape(title)}$`),
    );
}
