// Runs in the page before the page's own code, and keeps what the browser says about how fast it was.
// The page shall find no names of ours but one.
/* oxlint-disable unicorn/consistent-function-scoping */
(() => {
  const probe = { lcp: 0, cls: 0, interactions: {} };
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch("largest-contentful-paint", (entry) => {
    probe.lcp = entry.startTime;
  });
  // All shifts added up, which is harder than the usual worst window of five seconds.
  watch("layout-shift", (entry) => {
    if (!entry.hadRecentInput) probe.cls += entry.value;
  });
  watch(
    "event",
    ({ interactionId, duration, name }) => {
      if (!interactionId) return;
      const known = probe.interactions[interactionId];
      if (!known || known.duration < duration) probe.interactions[interactionId] = { duration, name };
    },
    { durationThreshold: 16 },
  );

  const frame = () => new Promise((done) => requestAnimationFrame(done));
  /** After the frame that shows it has been drawn. */
  const drawn = async () => {
    await frame();
    await new Promise((done) => setTimeout(done));
  };
  const isWhole = (title) =>
    document.querySelector("h1")?.textContent?.includes(title) &&
    !document.querySelector("main .skeleton, main [aria-busy=true]");

  /** Ms from a click, without the pointer having been there before, until the new page's title and all of it are drawn. */
  probe.change = async (selector, title) => {
    const link = document.querySelector(selector);
    if (!link) throw new Error(`nothing to click: ${selector}`);
    const began = performance.now();
    let shown = 0;
    link.click();
    for (;;) {
      await frame();
      if (!shown && document.querySelector("h1")?.textContent?.includes(title))
        shown = performance.now() - began;
      if (isWhole(title)) break;
      if (performance.now() - began > 20_000) throw new Error(`${title} never came`);
    }
    await drawn();
    return { shown, whole: performance.now() - began };
  };

  /** Ms between frames while the page is scrolled down from its middle for so many seconds, ten screens a second. */
  probe.scroll = async (seconds) => {
    const gaps = [];
    const from = (document.documentElement.scrollHeight - innerHeight) / 2;
    scrollTo(0, from);
    await drawn();
    const began = performance.now();
    for (let last = await frame(); performance.now() - began < seconds * 1000;) {
      scrollTo(0, from + ((performance.now() - began) / 1000) * innerHeight * 10);
      const now = await frame();
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  };

  probe.rows = () =>
    Number(document.querySelector("tbody tr:last-of-type")?.previousElementSibling?.dataset.index ?? 0);

  /** The time, in ms since 1970, at which `text` stood on the page; refused after twenty seconds. */
  probe.textAppears = (text) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${text} never came`)), 20_000);
      const observer = new MutationObserver(() => {
        if (!document.body.innerText.includes(text)) return;
        observer.disconnect();
        clearTimeout(late);
        resolve(performance.timeOrigin + performance.now());
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });

  /** Ms of a request that only checks the session. */
  probe.sessionCheck = async () => {
    const asked = performance.now();
    await (await fetch("/api/auth/me", { cache: "no-store" })).text();
    return performance.now() - asked;
  };
  window.waypostProbe = probe;
})();
