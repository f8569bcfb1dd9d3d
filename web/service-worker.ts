/*
 * The app's own worker in the browser. It keeps the shell of the app (its page, scripts, styles, fonts and icons), so
 * that a repeat visit asks the network for data alone and works without one. It never handles an answer of the API:
 * the offline cache holds data of people, the worker none (decision 14).
 *
 * The page is asked of the server each time and taken from here only when the server does not answer in time, so an
 * update shows at once. Its files carry a hash of their content in their names and never change: those come from here.
 *
 * A generation is one cache: a page as the server sent it, the files it names, and those that were fetched since. A
 * page is cached only together with all its files. A page with other content (an update, another language) begins a
 * new generation; the one before stays for tabs that still run on it, older ones go.
 *
 * Example: `shell-1` holds "/" of Monday and its 40 files. Tuesday's update is deployed; the next navigation gets
 * Tuesday's page from the network, and `shell-2` is filled behind it. A tab of Monday still finds its parts in
 * `shell-1`. Wednesday's page begins `shell-3`, and `shell-1` is removed.
 */
declare const self: ServiceWorkerGlobalScope;

const GENERATION = "shell-";
const MAX_GENERATIONS = 2;
/** Time that a cached page waits for a fresher one, and time in which a slow network is not waited for again. */
const PATIENCE_MS = 2500;
const SLOW_FOR_MS = 15_000;
/** Files without a hash, which belong to the page. */
const UNHASHED_FILES = ["/theme.js", "/mark.svg", "/manifest.webmanifest", "/icons/192.png"];
const HASHED = /^(?:\/[a-z]{2})?\/assets\//;
const NO_PAGES = /^\/(?:api|metrics|healthz|readyz)(?:\/|$)/;

let slowUntil = 0;
/** Pages are cached one after the other: two tabs that open at once must not begin two generations. */
let caching: Promise<unknown> = Promise.resolve();

self.addEventListener("install", (event) => {
  // Nothing in here belongs to one build, so a newer worker takes over at once.
  event.waitUntil(
    fetch("/", { cache: "no-cache" })
      .then(cachePage)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      removeOldGenerations(),
      // The page is asked for while this worker starts.
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || NO_PAGES.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (HASHED.test(pathname)) event.respondWith(serveHashedFile(event));
  else if (UNHASHED_FILES.includes(pathname)) event.respondWith(serveCompanion(request));
});

/** The first page of a browser was loaded before there was a worker: it names what it has fetched. */
self.addEventListener("message", (event) => {
  const { data } = event;
  if (Array.isArray(data)) event.waitUntil(cacheFiles(data.map(String)).catch(() => undefined));
});

async function openPage(event: FetchEvent): Promise<Response> {
  const cached = await latestCachedPage();
  const fresh = fetchPage(event);
  event.waitUntil(fresh.then(({ copy }) => cachePage(copy)).catch(() => undefined));
  if (!cached) return (await fresh).response;
  const answer = await answerInTime(
    fresh.then(({ response }) => response),
    cached.isOtherLanguage,
  );
  // A server in trouble says so to the app, which can show it better than a bare page of a proxy.
  return answer && answer.status < 500 ? answer : cached.page;
}

async function fetchPage(event: FetchEvent) {
  const preloaded: Response | undefined = await event.preloadResponse;
  const response = preloaded ?? (await fetch(event.request));
  return { response, copy: response.clone() };
}

/** The answer, or nothing when it failed or was too slow; `isPatient` waits for as long as it takes. */
async function answerInTime(answer: Promise<Response>, isPatient = false): Promise<Response | null> {
  const arrived = answer.catch(() => null);
  if (isPatient) return arrived;
  const now = Date.now();
  const wait = now < slowUntil ? 0 : PATIENCE_MS;
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), wait);
  });
  const first = await Promise.race([arrived, late]);
  if (!first && wait > 0 && Date.now() - now >= wait) slowUntil = Date.now() + SLOW_FOR_MS;
  return first;
}

async function serveHashedFile(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cacheFile(event.request, response.clone()).catch(() => undefined));
  return response;
}

async function serveCompanion(request: Request): Promise<Response> {
  const cached = await findLatestCached(request.url);
  if (!cached) return fetch(request);
  const answer = await answerInTime(fetch(request));
  return answer?.ok ? answer : cached;
}

/** Caches a page with every file it names, unless it is cached already; pages of other sites are ignored. */
function cachePage(page: Response): Promise<void> {
  const done = caching.then(() => cacheGeneration(page));
  caching = done.catch(() => undefined);
  return done;
}

async function cacheGeneration(page: Response): Promise<void> {
  const text = page.ok && !page.redirected ? await page.clone().text() : "";
  const files = filesOf(text);
  if (files.length === 0 || (await textOf(await findLatestCached("/"))) === text) return;
  const name = `${GENERATION}${Date.now()}`;
  const cache = await caches.open(name);
  try {
    await cache.addAll([...files, ...UNHASHED_FILES]);
    await cache.put("/", page);
  } catch (error) {
    // Half a generation would be a broken app: the one before serves on.
    await caches.delete(name);
    throw error;
  }
  await removeOldGenerations();
}

/** The entry and the styles in the page's head, and the parts of the main pages in its list for `theme.js`. */
function filesOf(page: string): string[] {
  const list = /<meta name="pages" content="([^"]*)"/.exec(page)?.[1];
  if (list === undefined) return [];
  const named = [...page.matchAll(/(?:src|href)="(\/[^"]*assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  const parts = list.match(/[^\s,]*assets\/[^\s,]+/g) ?? [];
  return [...new Set([...named, ...parts.map((file) => `/${file}`)])];
}

type CachedPage = { page: Response; isOtherLanguage: boolean };

/** The last page in the language that is chosen, else the last one at all. */
async function latestCachedPage(): Promise<CachedPage | null> {
  // Without a choice the server's page is English (decision 13).
  const chosen = self.cookieStore && ((await self.cookieStore.get("language"))?.value ?? "en");
  const pages = await Promise.all((await listGenerations()).map(async (name) => pageIn(name)));
  const last = pages.findLast((page) => page !== undefined);
  if (!last || !chosen) return last ? { page: last, isOtherLanguage: false } : null;
  for (const page of pages.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop
    if (page && (await textOf(page)).includes(`<html lang="${chosen}"`)) {
      return { page, isOtherLanguage: false };
    }
  }
  return { page: last, isOtherLanguage: true };
}

async function pageIn(generation: string): Promise<Response | undefined> {
  return (await caches.open(generation)).match("/", { ignoreVary: true });
}

async function findLatestCached(url: string): Promise<Response | undefined> {
  const name = (await listGenerations()).at(-1);
  return name ? (await caches.open(name)).match(url, { ignoreVary: true }) : undefined;
}

async function textOf(response: Response | undefined): Promise<string> {
  return response ? response.clone().text() : "";
}

async function cacheFile(request: Request, response: Response): Promise<void> {
  const name = (await listGenerations()).at(-1);
  if (name) await (await caches.open(name)).put(request, response);
}

async function cacheFiles(addresses: string[]): Promise<void> {
  const name = (await listGenerations()).at(-1);
  const own = addresses.filter(
    (each) =>
      URL.canParse(each) &&
      new URL(each).origin === self.location.origin &&
      HASHED.test(new URL(each).pathname),
  );
  if (name) await (await caches.open(name)).addAll(own);
}

/** Oldest first. */
async function listGenerations(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(GENERATION));
  return names.toSorted((a, b) => begunAt(a) - begunAt(b));
}

function begunAt(name: string): number {
  return Number(name.slice(GENERATION.length));
}

/** Removes every cache but the last generations, also those of other versions of this worker. */
async function removeOldGenerations(): Promise<void> {
  const recent = (await listGenerations()).slice(-MAX_GENERATIONS);
  const old = (await caches.keys()).filter((name) => !recent.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}
