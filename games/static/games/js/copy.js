/** Copying a text by one press where the browser lets it; else it is selected, ready for the keyboard. */

const TOLD_MS = 2_000;

/** @param {HTMLElement} button with the id of a field in data-copy, and in data-done what it says afterwards */
export function offerCopy(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  const words = button.querySelector("span");
  if (!(field instanceof HTMLInputElement) || !words) return;
  const before = words.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      words.textContent = button.dataset.done ?? "";
      setTimeout(() => (words.textContent = before), TOLD_MS);
    } catch {
      field.focus();
    }
  });
}
