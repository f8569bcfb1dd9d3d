import { expect, type Locator, type Page } from "@playwright/test";
import type { Call } from "../people/api-as.ts";

type Options = {
  en?: string;
  de?: string;
  effects?: object;
  audience?: "me" | "everyone";
  visibility?: "any" | "public" | "internal";
};

/** Saves a reply for everyone, unless it says for whom, and gives its id. */
export async function saveReply(call: Call, name: string, { en, de, ...more }: Options): Promise<string> {
  const texts = Object.entries({ en, de }).flatMap(([language, body]) =>
    body === undefined ? [] : [{ language, body }],
  );
  const { status, body } = await call("POST", "/replies", { name, texts, audience: "everyone", ...more });
  const { reply } = body;
  if (status !== 201 || typeof reply !== "object" || reply === null || !("id" in reply))
    throw new Error(JSON.stringify(body));
  return String(reply.id);
}

export function answerBox(page: Page): Locator {
  return page.getByRole("textbox", { name: /^(Write a comment|Internal note)$/ });
}

/** The saved replies at the caret. */
export function pickerOf(page: Page): Locator {
  return page.locator(".reply-picker");
}

/** The chips below the words. */
export function chipsOf(page: Page): Locator {
  return page.locator(".brought-effects .effect-chip");
}

/** Waits until the list at the caret has the reply that is meant, and nothing else comes before it. */
export async function waitForFirst(page: Page, name: string): Promise<void> {
  await expect(pickerOf(page).getByRole("option").first()).toContainText(name);
  await expect(pickerOf(page).getByRole("option").first()).toHaveAttribute("aria-selected", "true");
}
