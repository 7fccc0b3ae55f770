/** Tells Swagger UI, which has a class of its own for it, when the site is dark. */
const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

function tell() {
  const { theme } = root.dataset;
  root.classList.toggle("dark-mode", theme === "dark" || (!theme && night.matches));
}

tell();
night.addEventListener("change", tell);
new MutationObserver(tell).observe(root, { attributeFilter: ["data-theme"] });
