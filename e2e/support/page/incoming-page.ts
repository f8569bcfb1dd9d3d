import type { Page } from "@playwright/test";

/** A mail in the list of incoming mail, by its sender or its subject. */
export function mailRow(page: Page, name: string) {
  return page.getByRole("list", { name: "Mails" }).getByRole("link", { name });
}

/** The mail that is read. */
export function mailReader(page: Page) {
  return page.getByRole("article", { name: "Mail" });
}

/** How many mails a tab says that it has. */
export function tabCount(page: Page, tab: "Held" | "Ignored" | "Spam") {
  return page.getByRole("link", { name: new RegExp(`^${tab}`) }).locator(".numeric");
}
