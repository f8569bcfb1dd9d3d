/** The Chromium or Chrome of this machine, or null; Playwright's own downloads count. */
export function findBrowser(): string | null;
