import { expect, type Page } from "@playwright/test";
import { build } from "vite";
import { PAYLOADS } from "../../test/security/script-payloads.ts";
import { test } from "../support/story.ts";

/** The globals that the added script leaves in the page. */
declare const mails: { safeMailHtml: (html: string) => string; mailDocument: (html: string) => string };

/** Without the app's policy, so that it is not what saves us. */
test.use({ bypassCSP: true });

const AWAY = "https://tracker.example/seen";
/** Every way that markup and styles can make a browser ask for something. */
const FETCHING = [
  `<img src="${AWAY}">`,
  `<img src="//tracker.example/seen">`,
  `<img src="/api/auth/me">`,
  `<img src="x.png" srcset="${AWAY} 2x">`,
  `<picture><source srcset="${AWAY}"><img alt="x"></picture>`,
  `<table background="${AWAY}"><tr><td background="${AWAY}">x</td></tr></table>`,
  `<body background="${AWAY}">x</body>`,
  `<div style="background:url(${AWAY})">x</div>`,
  `<div style="background-image:image-set('${AWAY}' 1x)">x</div>`,
  `<div style="background-image:u\\72l(${AWAY})">x</div>`,
  `<ul style="list-style:url(${AWAY})"><li>x</li></ul>`,
  `<p style="cursor:url(${AWAY}),auto;border-image:url(${AWAY}) 1">x</p>`,
  `<p style="--seen:url(${AWAY});background:var(--seen)">x</p>`,
  `<style>@import "${AWAY}"; body { background: url(${AWAY}) }</style>x`,
  `<style>@font-face { font-family: f; src: url(${AWAY}) } p { font-family: f }</style><p>x</p>`,
  `<link rel="stylesheet" href="${AWAY}"><link rel="preload" as="image" href="${AWAY}">`,
  `<meta http-equiv="refresh" content="0;url=${AWAY}">`,
  `<iframe src="${AWAY}"></iframe><object data="${AWAY}"></object><embed src="${AWAY}">`,
  `<video src="${AWAY}" poster="${AWAY}"></video><audio src="${AWAY}" autoplay></audio>`,
  `<svg><image href="${AWAY}"/><use href="${AWAY}#x"/></svg>`,
  `<math><mtext><img src="${AWAY}"></mtext></math>`,
  `<input type="image" src="${AWAY}"><button formaction="${AWAY}">x</button>`,
  `<base href="https://tracker.example/"><img src="seen">`,
  `<a href="${AWAY}" ping="${AWAY}">x</a>`,
];

async function addSanitizer(page: Page): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: { entry: "web/ui/mail/safe-mail-html.ts", formats: ["iife"], name: "mails" },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !("output" in first)) throw new Error("the sanitizer was not built");
  await page.addScriptTag({ content: first.output[0].code });
}

/** An empty page of the app's own origin, and what it asks for and runs. */
async function openWatched(page: Page) {
  const asked: string[] = [];
  const ran: string[] = [];
  await page.route("**/empty", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Empty</title><body>" }),
  );
  await page.goto("/empty");
  await page.exposeFunction("pwned", (id: unknown) => ran.push(String(id)));
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await addSanitizer(page);
  page.on("request", (request) => asked.push(request.url()));
  return { asked: () => asked.filter((url) => !/^(?:about|data|blob):/.test(url)), ran };
}

test(`none of ${FETCHING.length} ways to fetch is left in a mail, nor in the frame that shows it`, async ({
  page,
}) => {
  const { asked } = await openWatched(page);
  await page.evaluate(async (mailsToShow) => {
    for (const html of mailsToShow) {
      const place = document.body.appendChild(document.createElement("div"));
      place.innerHTML = mails.safeMailHtml(html);
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.setAttribute("sandbox", "");
      const { promise, resolve } = Promise.withResolvers<void>();
      frame.addEventListener("load", () => resolve());
      frame.srcdoc = mails.mailDocument(html);
      await promise;
    }
  }, FETCHING);
  await page.waitForLoadState("networkidle");
  expect(asked()).toEqual([]);
});

test("the ways to fetch are alive: without the sanitizer most of them ask", async ({ page }) => {
  const { asked } = await openWatched(page);
  await page.route("https://tracker.example/**", (route) => route.fulfill({ body: "" }));
  await page.evaluate((mailsToShow) => {
    // What leads away from the page would end the others.
    document.body.innerHTML = mailsToShow.filter((html) => !html.includes("refresh")).join("");
  }, FETCHING);
  await expect.poll(() => asked().length).toBeGreaterThan(10);
});

test(`none of ${PAYLOADS.length} scripts runs from a mail`, async ({ page }) => {
  const { ran, asked } = await openWatched(page);
  const left = await page.evaluate((mailsToShow) => {
    const found: string[] = [];
    for (const html of mailsToShow) {
      const place = document.body.appendChild(document.createElement("div"));
      place.innerHTML = mails.safeMailHtml(html);
      for (const one of place.querySelectorAll("*")) {
        for (const { name, value } of one.attributes)
          if (/^on|^href$|^srcdoc$|^action$/i.test(name) || /^\s*javascript:/i.test(value))
            found.push(`${name}=${value}`);
      }
    }
    return found;
  }, PAYLOADS.map(String));
  await page.waitForLoadState("networkidle");
  expect([left, ran, asked()]).toEqual([[], [], []]);
});

test("words, tables and pictures of the mail itself stay, and a link says where it would lead", async ({
  page,
}) => {
  await openWatched(page);
  const html = await page.evaluate(() =>
    mails.safeMailHtml(
      '<table><tr><td style="color:red;position:fixed">Hello <b>you</b></td></tr></table><img src="data:image/png;base64,AA==" alt="logo"><a href="https://example.org/x">there</a>',
    ),
  );
  expect(html).toContain('<td style="color:red">Hello <b>you</b></td>');
  expect(html).toContain('src="data:image/png;base64,AA=="');
  expect(html).toContain('<a title="https://example.org/x">there</a>');
});
