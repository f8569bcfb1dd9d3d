/*
 * Functions that run inside the browser: each is sent there as text, so it stands alone with all that it needs.
 */
/* oxlint-disable unicorn/consistent-function-scoping */

/** Whether nothing is loading any more. */
export function isCalm() {
  return document.querySelector(".skeleton, main .spinner") === null;
}

/** Has the router open a path. The page that is left takes its title along. */
export function goWithin(path) {
  document.title = "on the way";
  history.pushState(null, "", path);
}

/** Whether the page asked for by `goWithin` stands there: it names itself once it has all that it shows. Tabs of one page do not. */
export function hasArrived() {
  return document.title !== "on the way";
}

/** Counts the payloads that are to be read on the page. */
export function countShown() {
  return document.body.innerText.split("pwned(").length - 1;
}

/** Inserts markup with a handler, as the app must never do; ends when the handler has run or was kept from running. */
export function beCareless() {
  document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=pwned(-1)>");
  const image = document.body.lastElementChild;
  // Listeners are called in the order of their making: the attribute comes first.
  return new Promise((resolve) => image.addEventListener("error", () => resolve(), { once: true }));
}

/** Runs in the page: moves over and focuses everything, then looks for markup that the app itself never makes. */
export function touchAndScan() {
  const found = [];
  const report = (element, what) =>
    found.push(`${what} in <${element.localName}> ${element.outerHTML.slice(0, 120)}`);
  for (const element of document.querySelectorAll("body *")) {
    for (const event of ["mouseover", "pointerenter", "focus", "animationstart"])
      element.dispatchEvent(new Event(event, { bubbles: false }));
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) report(element, `the handler ${name}`);
      if (/^(?:xlink:)?href$|^(?:src|action|formaction|data|to)$/.test(name) && isRunnable(value))
        report(element, `the address ${value}`);
    }
    if (/^(?:base|object|embed|frameset|meta|xss|math|marquee)$/.test(element.localName))
      report(element, "an element of its own");
    if (element.localName === "script" && !element.getAttribute("src")?.startsWith("/"))
      report(element, "a script");
    if (element.localName === "iframe" && element.getAttribute("sandbox") !== "")
      report(element, "a frame that may run something");
  }
  return found;

  function isRunnable(address) {
    try {
      return (
        !["http:", "https:", "mailto:", "blob:"].includes(new URL(address, location.href).protocol) &&
        !address.startsWith("data:image/")
      );
    } catch {
      return false;
    }
  }
}

/** Runs in an empty page: shows each document in a frame of its own and touches what is in it. */
export async function showCarelessly(documents) {
  const queue = documents.values();
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (const text of queue) await show(text);
    }),
  );

  async function show(text) {
    const frame = document.createElement("iframe");
    frame.srcdoc = text;
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    document.body.append(frame);
    await Promise.race([loaded, rest(1000)]);
    for (const element of frame.contentDocument?.querySelectorAll("body *") ?? []) {
      for (const event of ["mouseover", "pointerenter", "focus", "animationstart", "transitionend"])
        element.dispatchEvent(new Event(event));
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
    await rest(30);
    frame.remove();
  }

  function rest(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}

/** Asks for each address as everything that a page can be made of, and waits until all have come or failed. */
export async function embedAsEverything(addresses) {
  const kinds = [
    ["script", "src"],
    ["iframe", "src"],
    ["embed", "src"],
    ["object", "data"],
    ["img", "src"],
    ["link", "href"],
  ];
  const pending = addresses.flatMap((address) =>
    kinds.map(([kind, attribute]) => {
      const element = document.createElement(kind);
      if (kind === "link") element.rel = "stylesheet";
      element.setAttribute(attribute, address);
      const settled = new Promise((resolve) => {
        element.addEventListener("load", resolve);
        element.addEventListener("error", resolve);
        setTimeout(resolve, 3000);
      });
      document.body.append(element);
      return settled;
    }),
  );
  await Promise.all(pending);
}
