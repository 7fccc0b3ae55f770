/**
 * Light, dark or as the system: kept in this browser, told to the style sheets by `data-theme` on the root.
 *
 * A classic script in the head, so that a page never begins in the wrong colours.
 */
(() => {
  const KEY = "theme";
  const root = document.documentElement;

  function kept() {
    try {
      return localStorage.getItem(KEY) ?? "system";
    } catch {
      return "system"; // storage is switched off in this browser
    }
  }

  /** @param {string} theme */
  function keep(theme) {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // then the choice lasts as long as the page
    }
  }

  /** @param {string} theme */
  function show(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  function offerChoice() {
    for (const select of document.querySelectorAll("select[data-theme-choice]")) {
      if (!(select instanceof HTMLSelectElement)) continue;
      select.value = kept();
      select.closest("[hidden]")?.removeAttribute("hidden");
      select.addEventListener("change", () => {
        keep(select.value);
        show(select.value);
      });
    }
  }

  show(kept());
  document.addEventListener("DOMContentLoaded", offerChoice);
  addEventListener("storage", (event) => {
    if (event.key === KEY) show(kept());
  });
})();
