/**
 * What can be done with the moment that is looked at: link to it, copy its position, share its picture, play on from
 * it. Each is there only where the page has it: a record that somebody brought along has neither link nor picture.
 */

import { offerCopy } from "./copy.js";
import { byId, set } from "./dom.js";

const COPIED_MS = 2_000;

/** @typedef {{ version: number, position: string, isEnd: boolean }} Moment */

export function moment() {
  const link = anchor("moment-link");
  const picture = anchor("moment-picture");
  const form = document.getElementById("play-on");
  offerCopy(byId("copy-position"));
  link?.addEventListener("click", (event) => copyLink(event, link));
  picture?.addEventListener("click", (event) => sharePicture(event, picture));
  form?.addEventListener("submit", (event) => {
    if (form.classList.contains("is-over")) event.preventDefault();
  });
  return {
    /** @param {Moment} moment */
    show({ version, position, isEnd }) {
      /** @type {HTMLInputElement} */ (byId("position")).value = position;
      if (link) link.href = `?at=${version}`;
      if (picture) picture.href = picture.href.replace(/\d+\.png$/, `${version}.png`);
      if (!form) return;
      /** @type {HTMLInputElement} */ (byId("play-on-version")).value = String(version);
      form.classList.toggle("is-over", isEnd);
      for (const button of form.querySelectorAll("button")) set(button, { "aria-disabled": isEnd ? "true" : null });
      byId("play-on-note").hidden = isEnd;
      byId("play-on-over").hidden = !isEnd;
    },
  };
}

/** @param {string} id */
function anchor(id) {
  const found = document.getElementById(id);
  return found instanceof HTMLAnchorElement ? found : null;
}

/** The link copies itself where the browser lets it; else it is followed, and the address can be copied. @param {MouseEvent} event @param {HTMLAnchorElement} link */
async function copyLink(event, link) {
  if (!navigator.clipboard) return;
  event.preventDefault();
  const word = byId("link-word");
  const before = word.textContent;
  try {
    await navigator.clipboard.writeText(link.href);
    word.textContent = "Copied";
  } catch {
    word.textContent = "Not copied; take it from the address bar";
    history.replaceState(null, "", link.href);
  }
  setTimeout(() => (word.textContent = before), COPIED_MS);
}

/** Where the device has a way to share pictures, the picture is handed to it; else it is saved. @param {MouseEvent} event @param {HTMLAnchorElement} link */
async function sharePicture(event, link) {
  if (!navigator.canShare?.({ files: [new File([], "moment.png", { type: "image/png" })] })) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(`picture: ${answer.status}`);
    await navigator.share({ files: [new File([await answer.blob()], "moment.png", { type: "image/png" })] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(link.href);
  }
}
