// Sets the theme before the first paint; the page's security policy allows no inline script.
// lib/theme.ts keeps it afterwards and writes these keys.
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
