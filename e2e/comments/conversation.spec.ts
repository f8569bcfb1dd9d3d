import { expect, type Page, type Route } from "@playwright/test";
import { callAs, createTicket } from "../support/people/api-as.ts";
import { toastOf } from "../support/page/locators.ts";
import { openPageAs, signIn } from "../support/people/people.ts";
import { givePicture, PIXEL } from "../support/page/attach-image.ts";
import { test } from "../support/story.ts";
import { uniqueName } from "../support/unique-words.ts";
import { measureOverflow, PHONE } from "../support/browser/viewports.ts";

const box = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
const comment = (page: Page, words: string) => page.locator(".thread .comment", { hasText: words });

test("an answer arrives at the client's page by itself, an internal note never", async ({
  page,
  browser,
  request,
}) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("VPN drops"));
  await signIn(page, "idris", `/tickets/${id}`);
  const tomas = await openPageAs(browser, "tomas", `/tickets/${id}`);
  await expect(tomas.getByText("No comments yet")).toBeVisible();
  await expect(tomas.getByRole("switch", { name: "Internal note" })).toHaveCount(0);

  await page.getByRole("switch", { name: "Internal note" }).check();
  await expect(page.getByText("Internal note: clients never see this")).toBeVisible();
  await page.getByRole("textbox", { name: "Internal note" }).fill("Third site this week.");
  await page.getByRole("button", { name: "Add Internal Note" }).click();
  await expect(comment(page, "Third site this week.")).toContainText("Internal note");

  await page.getByRole("switch", { name: "Internal note" }).uncheck();
  await box(page).fill("Please try again now.");
  await box(page).press("Control+Enter");
  await expect(comment(tomas, "Please try again now.")).toContainText("Staff");
  await expect(tomas.getByText("Third site this week.")).toHaveCount(0);
  await expect(tomas.getByRole("region", { name: "Comments" }).locator(".count")).toHaveText("1");
});

test("a client's answer opens a pending ticket, and the page says so before", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "tomas"), uniqueName("Waiting for you"));
  await (
    await callAs(request, "idris")
  )("PUT", `/tickets/${id}`, { status: "pending" });
  await signIn(page, "tomas", `/tickets/${id}`);
  await expect(page.getByText("Your comment sets this ticket back to Open.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Comment" })).toBeDisabled();
  await box(page).fill("   ");
  await expect(page.getByRole("button", { name: "Add Comment" })).toBeDisabled();
  await box(page).fill("Here is the serial number: 4711.");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(comment(page, "4711")).toContainText("You");
  await expect(page.getByRole("complementary", { name: "Ticket properties" }).locator(".status")).toHaveText(
    "Open",
  );
});

test("authors edit and delete their own, administrators moderate, in the catalog's words", async ({
  page,
  request,
}) => {
  const tomas = await callAs(request, "tomas");
  const id = await createTicket(tomas, uniqueName("Words and answers"));
  await tomas("POST", `/tickets/${id}/comments`, { comment: "This is rude." });
  await signIn(page, "maren", `/tickets/${id}`);
  await box(page).fill("First version");
  await box(page).press("Control+Enter");
  const own = comment(page, "version");
  await own.getByRole("button", { name: "Edit comment" }).click();
  await page.getByRole("textbox", { name: "Edit comment" }).fill("Second version");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await own.getByRole("button", { name: "edited" }).click();
  await expect(page.getByRole("dialog", { name: "Earlier versions" })).toContainText("First version");
  await page.keyboard.press("Escape");

  await own.getByRole("button", { name: "Delete comment" }).click();
  // The earlier versions may still be fading out.
  await expect(page.getByRole("dialog", { name: "Delete comment" })).toContainText(
    "Are you sure you want to delete your comment? This action will soft delete the comment.",
  );
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Second version")).toHaveCount(0);
  await expect(page.getByText("This comment was deleted")).toHaveCount(1);

  const rude = comment(page, "This is rude.");
  await expect(rude.getByRole("button", { name: "Edit comment" })).toHaveCount(0);
  await rude.getByRole("button", { name: "Delete comment as moderator" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Are you sure you want to moderate this comment? This will soft delete the comment (Admin action).",
  );
  await page.getByRole("dialog").getByRole("button", { name: "Moderate" }).click();
  await expect(page.getByText("This comment was deleted")).toHaveCount(2);
});

test("a comment that is being changed is not left without a question, and its box gives the focus back", async ({
  page,
  request,
}) => {
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, uniqueName("Careful change"));
  for (const words of ["The first.", "The second.", "The third."])
    await idris("POST", `/tickets/${id}/comments`, { comment: words });
  await signIn(page, "idris", `/tickets/${id}`);
  const act = (words: string, name: string) => comment(page, words).getByRole("button", { name });
  const editor = page.getByRole("textbox", { name: "Edit comment" });
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await act("The first.", "Edit comment").press("Enter");
  await editor.press("Escape");
  await expect(editor).toHaveCount(0);
  await expect(act("The first.", "Edit comment")).toBeFocused();

  await page.keyboard.press("Enter");
  await editor.fill("The first, corrected.");
  await editor.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(editor).toBeFocused();
  await page.getByRole("link", { name: "Tickets", exact: true }).first().click();
  await page.getByRole("dialog", { name: "Leave this page?" }).getByRole("button", { name: "Stay" }).click();
  await expect(editor).toHaveValue("The first, corrected.");
  await editor.press("Control+Enter");
  await expect(act("The first, corrected.", "Edit comment")).toBeFocused();

  await page.keyboard.press("Enter");
  await editor.fill("Never to be read.");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await question.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(act("The first, corrected.", "Edit comment")).toBeFocused();

  await act("The second.", "Delete comment").press("Enter");
  await page
    .getByRole("dialog", { name: "Delete comment" })
    .getByRole("button", { name: "Delete", exact: true })
    .press("Enter");
  await expect(page.getByText("This comment was deleted")).toBeVisible();
  await expect(comment(page, "The third.").getByRole("button").first()).toBeFocused();
});

test("words are never lost: a failure gives them back, a reload keeps them with their audience", async ({
  page,
  request,
}) => {
  const id = await createTicket(await callAs(request, "idris"), uniqueName("Kept words"));
  await signIn(page, "idris", `/tickets/${id}`);
  await page.route(`**/api/tickets/${id}/comments`, (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await box(page).fill("Long and careful.");
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await expect(toastOf(page, "Failed to create comment")).toBeVisible();
  await expect(box(page)).toHaveValue("Long and careful.");
  await page.getByRole("switch", { name: "Internal note" }).check();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Internal note" })).toHaveValue("Long and careful.");
});

test("words and files that were added while a comment fails stand below those that come back", async ({
  page,
  request,
}) => {
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, uniqueName("Second thought"));
  await signIn(page, "idris", `/tickets/${id}`);
  const { held } = await holdComment(page, id);
  await box(page).fill("First.");
  await attach(page, "first.txt");
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await expect(filesToSend(page)).toHaveCount(0);
  await box(page).pressSequentially("Second thought.");
  await attach(page, "second.txt");
  await (await held).abort();
  await expect(toastOf(page, "Failed to create comment")).toBeVisible();
  await expect(box(page)).toHaveValue("First.\n\nSecond thought.");
  await expect(filesToSend(page)).toHaveCount(2);
  await expect
    .poll(async () => (await idris("GET", `/tickets/${id}/draft`)).body)
    .toMatchObject({ draft: { text: "First.\n\nSecond thought." } });
  await page.reload();
  await expect(box(page)).toHaveValue("First.\n\nSecond thought.");
});

test("files that are added while a comment is on its way go with the next one", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "idris"), uniqueName("Two with files"));
  await signIn(page, "idris", `/tickets/${id}`);
  const { held } = await holdComment(page, id);
  await box(page).fill("The first one.");
  await attach(page, "first.txt");
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await box(page).fill("The second one.");
  await attach(page, "second.txt");
  await (await held).continue();
  await expect(comment(page, "The first one.").getByText("first.txt")).toBeVisible();
  await expect(filesToSend(page)).toHaveText(/second\.txt/);
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await expect(comment(page, "The second one.").getByText("second.txt")).toBeVisible();
  await expect(comment(page, "The second one.").getByText("first.txt")).toHaveCount(0);
});

test("a page that is loaded anew before it hears of its comment finds an empty box", async ({
  page,
  request,
}) => {
  const id = await createTicket(await callAs(request, "idris"), uniqueName("Sent with a file"));
  await signIn(page, "idris", `/tickets/${id}`);
  const { held } = await holdComment(page, id);
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/draft") && Boolean(answer.request().postData()?.includes("Sent with")),
  );
  await attach(page, "log.txt");
  await box(page).fill("Sent with a file.");
  await saved;
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await (await held).fetch();
  await page.reload();
  await expect(comment(page, "Sent with a file.").getByText("log.txt")).toBeVisible();
  await expect(box(page)).toHaveValue("");
  await expect(filesToSend(page)).toHaveCount(0);
  await expect(page.getByText("Also written on another device")).toHaveCount(0);
});

const filesToSend = (page: Page) => page.getByRole("list", { name: "Files to send" }).getByRole("listitem");

async function attach(page: Page, name: string): Promise<void> {
  const buffer = Buffer.from("words");
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer });
  await expect(page.locator(".tray [data-state=sent]", { hasText: name })).toBeVisible();
}

/** Holds the next comment on a ticket until the story decides what becomes of it. */
async function holdComment(page: Page, ticketId: string): Promise<{ held: Promise<Route> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  let isHeld = false;
  await page.route(`**/api/tickets/${ticketId}/comments`, (route) => {
    if (isHeld || route.request().method() !== "POST") return route.fallback();
    isHeld = true;
    resolve(route);
    return undefined;
  });
  return { held: promise };
}

test("files come by choice, by drag and by paste, and failures are retried", async ({ page, request }) => {
  const id = await createTicket(await callAs(request, "idris"), uniqueName("With files"));
  await signIn(page, "idris", `/tickets/${id}`);
  await box(page).fill("See the files.");
  await page.route("**/api/uploads", (route) => route.abort(), { times: 1 });
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: PIXEL });
  await expect(page.getByText("Upload failed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Comment", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Retry upload" }).click();
  await expect(page.getByRole("button", { name: "Add Comment", exact: true })).toBeEnabled();

  await givePicture(box(page), "drop");
  await givePicture(box(page), "paste");
  await expect(page.getByRole("list", { name: "Files to send" }).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  const files = comment(page, "See the files.").getByRole("list", { name: "Attachments" });
  await expect(files.getByRole("listitem")).toHaveCount(3);
  const download = page.waitForEvent("download");
  await files.getByRole("button", { name: "Download a.txt" }).click();
  expect((await download).suggestedFilename()).toBe("a.txt");
});

test("hostile Markdown is text, and nothing is fetched from elsewhere", async ({ page, request }) => {
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, uniqueName("Hostile"));
  const hostile = [
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>",
    "[click](javascript:window.hacked=1) [data](data:text/html,<script>window.hacked=1</script>)",
    "![pixel](https://evil.example/pixel.png) <https://ok.example> \\\\server\\share",
    "```\n</code></pre><script>window.hacked = 1</script>\n```",
    "<svg/onload=window.hacked=1> <a href='javascript:window.hacked=1'>x</a>",
  ].join("\n\n");
  await idris("POST", `/tickets/${id}/comments`, { comment: hostile });
  const elsewhere: string[] = [];
  page.on("request", (sent) => {
    if (!/^(https?:\/\/localhost|blob:|data:)/.test(sent.url())) elsewhere.push(sent.url());
  });
  await signIn(page, "idris", `/tickets/${id}`);
  const shown = page.locator(".thread .comment");
  await expect(shown.locator("pre")).toContainText("</code></pre><script>");
  await expect(shown).toContainText("\\\\server\\share");
  await expect(shown.locator("script, img, svg.x, iframe")).toHaveCount(0);
  const links = shown.locator(".prose a");
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("rel", /nofollow.*noopener/);
    await expect(link).toHaveAttribute("href", /^https:/);
  }
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(elsewhere).toEqual([]);
});

test("a conversation of 300 comments is whole, and the newest is where one writes", async ({
  page,
  request,
}) => {
  test.slow();
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, uniqueName("Long story"));
  for (let start = 0; start < 300; start += 20) {
    const batch = Array.from({ length: 20 }, (_, index) => `Comment number ${start + index + 1}.`);
    await Promise.all(batch.map((text) => idris("POST", `/tickets/${id}/comments`, { comment: text })));
  }
  await signIn(page, "idris", `/tickets/${id}`);
  await expect(page.locator(".thread .comment")).toHaveCount(300, { timeout: 20_000 });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("r");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("The last word.");
  await page.keyboard.press("Control+Enter");
  // What is on its way stands there already, and goes with a page that is loaded anew.
  await expect(page.locator(".thread .comment:not(.pending)").last()).toContainText("The last word.");

  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(page.locator(".thread .comment")).toHaveCount(301, { timeout: 20_000 });
  // The comments above get their height as they come into sight, and the browser its place of before the reload.
  await expect(async () => {
    await box(page).evaluate((element) => element.scrollIntoView({ block: "center" }));
    await expect(comment(page, "The last word.")).toBeInViewport({ timeout: 1000 });
  }).toPass();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
});

test("a ticket is worked on by keyboard alone", async ({ page, request }) => {
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, uniqueName("Hands on the keys"));
  await signIn(page, "idris", `/tickets/${id}`);
  const rail = page.getByRole("complementary", { name: "Ticket properties" });
  await expect(rail).toBeVisible();

  await page.keyboard.press("s");
  await expect(page.getByRole("menuitem", { name: "Open" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Pending" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rail.locator(".status")).toHaveText("Pending");
  await expect(page.getByRole("menu")).toHaveCount(0);

  await page.keyboard.press("p");
  await expect(page.getByRole("menuitem", { name: "Low" })).toBeFocused();
  await page.keyboard.type("U");
  await expect(page.getByRole("menuitem", { name: "Urgent" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rail.locator(".priority")).toHaveText("Urgent");
  await expect(page.getByRole("menu")).toHaveCount(0);

  await page.keyboard.press("a");
  await expect(page.getByPlaceholder("Assign to…")).toBeFocused();
  await page.keyboard.type("Lena Fischer");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(rail).toContainText("Lena Fischer");
  await expect(page.getByPlaceholder("Assign to…")).toHaveCount(0);

  await page.keyboard.press("r");
  await page.keyboard.type("Over to you.");
  await page.keyboard.press("Control+Enter");
  await expect(comment(page, "Over to you.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: /^Edit Ticket/ })).toBeVisible();
});

test("on a phone the same ticket is read and answered", async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  const idris = await callAs(request, "idris");
  const id = await createTicket(idris, uniqueName("On the road"));
  await signIn(page, "idris", `/tickets/${id}`);
  await page.getByRole("button", { name: "Change status" }).first().click();
  await page.getByRole("menuitem", { name: "On Hold" }).click();
  await expect(page.locator(".ticket-strip .status")).toHaveText("On Hold");
  await box(page).fill("From the train.");
  await page.getByRole("button", { name: "Add Comment", exact: true }).click();
  await comment(page, "From the train.").getByRole("button", { name: "Comment actions" }).click();
  await page.getByRole("menuitem", { name: "Edit comment" }).click();
  await expect(page.getByRole("textbox", { name: "Edit comment" })).toHaveValue("From the train.");
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
});

test("on a phone the button of a comment stands beside the name, however narrow the window is", async ({
  page,
  request,
}) => {
  const maren = await callAs(request, "maren");
  const id = await createTicket(maren, uniqueName("Narrow"));
  const { body } = await maren("POST", `/tickets/${id}/comments`, { comment: "Half of it" });
  await maren("PUT", `/tickets/${id}/comments/${String(body["id"])}`, { comment: "All of it" });
  await page.setViewportSize(PHONE);
  await signIn(page, "maren", `/tickets/${id}`);
  const head = comment(page, "All of it").locator(".comment-head");
  await expect(head).toContainText("edited");
  for (const width of [320, 344, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    const [name, button] = await Promise.all([
      head.locator("b").boundingBox(),
      head.getByRole("button").last().boundingBox(),
    ]);
    if (!name || !button) throw new Error("the head has no name or no button");
    expect(Math.abs(name.y + name.height / 2 - button.y - button.height / 2)).toBeLessThan(6);
  }
});
