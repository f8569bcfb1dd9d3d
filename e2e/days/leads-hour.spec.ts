import { expect, type Page } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { subjectLinks, toastOf } from "../support/page/locators.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { answerBox, chipsOf, waitForFirst } from "../support/page/saved-replies.ts";
import { test } from "../support/story.ts";
import { freshWord } from "../support/unique-words.ts";
import { DEVICES, measureOverflow, PHONE } from "../support/browser/viewports.ts";

const tagRows = (page: Page) => page.getByRole("main").getByRole("listitem");

async function renameTag(page: Page, name: string, next: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Tag", exact: true }).fill(next);
  await page.getByRole("button", { name: "Rename Tag" }).click();
}

for (const [place, viewport] of DEVICES)
  test.describe(place, () => {
    test.use({ viewport });
    const isPhone = viewport === PHONE;

    test("a lead's hour: tags made one, a macro for everyone, and a pinned view of them that a colleague works through", async ({
      page,
      browser,
      request,
    }) => {
      test.setTimeout(120_000);
      // In front, and lower: a tag begins with it.
      const word = freshWord().toLowerCase();
      const tomas = await callAs(request, "tomas");
      const [idris, lena] = [await callAs(request, "idris"), await callAs(request, "lena")];
      const tunnel = await createTicket(tomas, `Tunnel ${word}`);
      const gateway = await createTicket(tomas, `Gateway ${word}`);
      await idris("PUT", `/tickets/${tunnel}/tags`, { tags: [`${word}-vpn`] });
      await idris("PUT", `/tickets/${gateway}/tags`, { tags: [`${word}-wpn`] });
      await signIn(page, "lena", "/settings/tags");
      const number = async () => {
        if (isPhone) await page.getByRole("button", { name: "Open menu" }).click();
        const nav = isPhone ? page.getByRole("dialog") : page.getByRole("complementary", { name: "Primary" });
        return nav.getByRole("link", { name: `Tunnels ${word}` });
      };

      await test.step("a misspelt tag gets its name, and is then the same as another one", async () => {
        await page.getByRole("textbox", { name: "Find a tag" }).fill(word);
        await expect(tagRows(page)).toHaveCount(2);
        await renameTag(page, `${word}-wpn`, `${word}-vpn-issue`);
        await expect(tagRows(page).filter({ hasText: `${word}-vpn-issue` })).toContainText("1 ticket");
        await renameTag(page, `${word}-vpn-issue`, `${word}-vpn`);
        const merging = page.getByRole("dialog", { name: "Merge tags" });
        await expect(merging).toContainText(`“${word}-vpn” exists: merge 1 ticket into it?`);
        await merging.getByRole("button", { name: "Merge Tags" }).click();
        await expect(tagRows(page)).toHaveCount(1);
        await expect(tagRows(page)).toContainText("2 tickets");
        expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      });

      await test.step("a macro is written for everyone", async () => {
        await page.goto("/settings/replies?reply=new");
        const form = page.getByRole("form", { name: "New saved reply" });
        await form.getByLabel("Name", { exact: true }).fill(`${word} tunnel`);
        const text = form.getByRole("textbox", { name: "Text in English" });
        await text.fill("Hello {{client.first_name}}, the tunnel is up.");
        await form.getByRole("button", { name: "Set something…" }).click();
        await page.getByRole("menuitem", { name: "Status" }).click();
        await form.getByRole("combobox", { name: "Status" }).click();
        await page.getByRole("option", { name: "Closed" }).click();
        await form.getByRole("combobox", { name: "For" }).click();
        await page.getByRole("option", { name: "Everyone" }).click();
        expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
        await form.getByRole("button", { name: "Save", exact: true }).click();
        await expect(toastOf(page, "Saved reply created successfully")).toBeVisible();
      });

      await test.step("the former word leads to both tickets; the list is saved for everyone, and pinned", async () => {
        await page.goto(`/tickets?tag=${word}-vpn-issue&active=true`);
        await expect(subjectLinks(page)).toHaveCount(2);
        await page.getByRole("button", { name: "Save view" }).click();
        const saving = page.getByRole("dialog", { name: /^Save / });
        await saving.getByRole("textbox", { name: "Name" }).fill(`Tunnels ${word}`);
        await saving.getByRole("combobox", { name: "For" }).click();
        await page.getByRole("option", { name: "Everyone" }).click();
        await expect(saving.getByRole("checkbox", { name: "Pin to sidebar" })).toBeChecked();
        await saving.getByRole("button", { name: "Save view" }).click();
        await expect(page.getByRole("heading", { level: 1, name: `Tunnels ${word}` })).toBeVisible();
        await expect((await number()).locator(".open-count")).toHaveText("2");
      });

      await test.step("a colleague takes the view, answers with the macro, and the lead's number falls", async () => {
        const colleague = await openPageAs(browser, "idris", "/tickets?views");
        const shared = colleague.getByRole("main").getByRole("link", { name: `Tunnels ${word}` });
        await shared.click();
        await expect(subjectLinks(colleague)).toHaveCount(2);
        await subjectLinks(colleague).filter({ hasText: "Tunnel" }).click();
        await answerBox(colleague).pressSequentially(`;${word}`);
        await waitForFirst(colleague, `${word} tunnel`);
        await colleague.keyboard.press("Enter");
        await expect(chipsOf(colleague)).toHaveText(["Closed"]);
        await answerBox(colleague).press("ControlOrMeta+Enter");
        const said = colleague.locator(".comment", { hasText: "Hello Tomás, the tunnel is up." });
        // On its way it is shown as well, and would go with the page; whose it is stands there afterwards.
        await expect(said).toContainText("You");
        await colleague.context().close();
        // The drawer of a phone stands open.
        const views = page.getByRole(isPhone ? "dialog" : "complementary", {
          name: isPhone ? undefined : "Primary",
        });
        const link = views.getByRole("link", { name: `Tunnels ${word}` });
        await expect(link.locator(".open-count")).toHaveText("1");
        await link.click();
        await expect(subjectLinks(page)).toHaveText([new RegExp(`Gateway ${word}`)]);
      });
      const items = (await lena("GET", "/views")).body["items"];
      for (const { id, name } of Array.isArray(items) ? items : [])
        if (name === `Tunnels ${word}`) await lena("DELETE", `/views/${id}`);
    });
  });
