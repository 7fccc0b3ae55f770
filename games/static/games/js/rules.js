/** The page of rules: the contents say where one is. */

const links = new Map(
  [...document.querySelectorAll(".contents a")].map((link) => [link.getAttribute("href")?.slice(1), link]),
);
const chapters = [...document.querySelectorAll(".chapter")];
/** @type {Set<Element>} */
const seen = new Set();

/** The highest chapter in sight is where one is. */
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
    const here = chapters.find((chapter) => seen.has(chapter))?.querySelector("h2")?.id;
    for (const [id, link] of links) {
      if (id === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  },
  { rootMargin: "-25% 0px -50%" },
);
for (const chapter of chapters) watcher.observe(chapter);
