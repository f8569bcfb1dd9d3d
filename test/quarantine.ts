/** A test that fails now and then without the product being wrong, and gets a second try until it is mended. */
export type Quarantined = {
  /** Its file, from the root: `server/live/live.test.ts`, `e2e/auth/session.spec.ts`. */
  file: string;
  /** Its own title, without those of the groups around it. */
  title: string;
  /** The known facts about the failure, and why it is not mended yet. */
  reason: string;
};

/**
 * No test is tried twice unless it is named here: a second try hides a race. `vitest.config.ts` and
 * `playwright.config.ts` read this list, and `npm test` names whatever needed its second try.
 */
export const QUARANTINE: Quarantined[] = [];

/** Number of further tries of a test of Vitest. */
export function countRetries(file: string, title: string, list: Quarantined[] = QUARANTINE): number {
  return list.some((entry) => entry.file === file && entry.title === title) ? 1 : 0;
}

/** Patterns of the quarantined stories for Playwright, which compares them with "project file group title". */
export function storyPatterns(list: Quarantined[] = QUARANTINE): RegExp[] {
  return list
    .filter(({ file }) => file.startsWith("e2e/"))
    .map(
      ({ file, title }) =>
        new RegExp(`${RegExp.escape(file.replace("e2e/", ""))} (.* )?${RegExp.escape(title)}$`),
    );
}
