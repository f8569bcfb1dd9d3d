// Runs before the app, as a file because the page's security policy allows no inline script.

// Sets the theme before the first paint. lib/theme.ts keeps it afterwards and writes these keys.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem("theme") || localStorage.getItem("theme-default");
  } catch {
    // Storage is switched off: the default serves.
  }
  if (theme === "system") theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme === "light" ? "light" : "dark";
})();

// Fetches what the page at this address will ask for, beside what asks for it. The build writes the list.
(function () {
  var meta = document.querySelector('meta[name="pages"]');
  var pages = meta ? meta.content.split(", ") : [];
  for (var i = 0; i < pages.length; i += 1) {
    var page = pages[i].split(" ");
    if (location.pathname.indexOf(page[0]) !== 0) continue;
    page.slice(1).forEach(function (file) {
      var link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = "/" + file;
      document.head.appendChild(link);
    });
    return;
  }
})();
