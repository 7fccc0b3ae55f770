/**
 * How a game went, drawn over its steps: dry, flooded and sunk tiles, the water, and when treasures were captured. The
 * figures of the step that is looked at stand below it, so nothing is told by the drawing alone.
 *
 * @import { Mark, Tide } from "./steps.js"
 * @typedef {{ tides: Tide[], marks: Mark[], go: (at: number) => void }} Chart
 */

import { byId, href, set, svg } from "./dom.js";

/** Half the slider's thumb: so the chart's steps are above those of the slider. */
const EDGE_PX = 12;
const TILES_PX = 64;
const WATER_TOP_PX = 72;
const HEIGHT_PX = 108;
const TREASURE_PX = 24;
const HIGHEST = 10;

/** @param {HTMLElement} root @param {Chart} chart */
export function chart(root, { tides, marks, go }) {
  const last = Math.max(1, tides.length - 1);
  const all = tides[0] ? tides[0].dry + tides[0].flooded + tides[0].sunk : 1;
  const picture = svg("svg", { role: "img", "aria-label": inWordsOf(tides), class: "curves" });
  // a pale line under a dark one is seen on every ground
  const cursor = [1, 2].map(() => svg("line", { class: "cursor", y1: 0, y2: HEIGHT_PX }));
  const hatching = svg(
    "pattern",
    { id: "hatching", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { class: "is-flooded", width: 6, height: 6 }),
    svg("rect", { class: "hatch", width: 1.5, height: 6 }),
  );
  let [at, width] = [0, 0];
  root.replaceChildren(picture);
  new ResizeObserver(draw).observe(root);
  root.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    root.setPointerCapture(event.pointerId);
    goTo(event);
  });
  root.addEventListener("pointermove", (event) => {
    if (root.hasPointerCapture(event.pointerId)) goTo(event);
  });

  /** @param {PointerEvent} event */
  function goTo({ clientX }) {
    const x = clientX - root.getBoundingClientRect().left - EDGE_PX;
    go(Math.round((last * Math.max(0, Math.min(x, width - 2 * EDGE_PX))) / Math.max(1, width - 2 * EDGE_PX)));
  }

  const xOf = (/** @type {number} */ step) => EDGE_PX + (step / last) * (width - 2 * EDGE_PX);

  /** What holds from each step to the next, as the outline of stairs. @param {(tide: Tide) => number} y */
  const stairs = (y) => tides.map((tide, step) => `${step ? "H" : "M"}${xOf(step).toFixed(1)}V${y(tide).toFixed(1)}`);

  /** @param {(tide: Tide) => number} y @param {number} floor @param {string} name */
  function area(y, floor, name) {
    const outline = stairs(y).join("").replace("V", ",");
    return svg("path", { class: name, d: `${outline}V${floor}H${EDGE_PX}Z` });
  }

  function draw() {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    const tilesY = (/** @type {number} */ count) => TILES_PX * (1 - count / all);
    const waterY = (/** @type {Tide} */ { water }) => HEIGHT_PX - ((HEIGHT_PX - WATER_TOP_PX) * water) / HIGHEST;
    set(picture, { viewBox: `0 0 ${width} ${HEIGHT_PX}`, width, height: HEIGHT_PX });
    picture.replaceChildren(
      hatching,
      svg("rect", { class: "is-sunk", x: EDGE_PX, y: 0, width: Math.max(0, width - 2 * EDGE_PX), height: TILES_PX }),
      area(({ dry, flooded }) => tilesY(dry + flooded), TILES_PX, "is-flooded"),
      area(({ dry }) => tilesY(dry), TILES_PX, "is-dry"),
      area(waterY, HEIGHT_PX, "is-water"),
      ...marks.flatMap((mark) => (mark.kind === "capture" ? treasure(mark) : [])),
      ...cursor,
    );
    place();
  }

  /** @param {Mark} mark */
  function treasure({ at: step, symbols }) {
    const x = Math.max(0, Math.min(xOf(step) - TREASURE_PX / 2, width - TREASURE_PX));
    return [
      svg("line", { class: "captured", x1: xOf(step), x2: xOf(step), y1: 0, y2: TILES_PX }),
      svg("use", { href: href(symbols[0] ?? ""), x, y: 4, width: TREASURE_PX, height: TREASURE_PX }),
    ];
  }

  function place() {
    for (const line of cursor) set(line, { x1: xOf(at), x2: xOf(at) });
  }

  return {
    /** @param {number} step */
    show(step) {
      at = step;
      place();
      const { dry, flooded, sunk, water, treasures } = tides[step] ?? { dry: 0, flooded: 0, sunk: 0, water: 0, treasures: 0 };
      const figures = { dry, flooded, sunk, water, treasures };
      for (const [name, figure] of Object.entries(figures)) byId(`figure-${name}`).textContent = String(figure);
    },
  };
}

/** @param {Tide[]} tides */
function inWordsOf(tides) {
  const [first, last] = [tides[0], tides.at(-1)];
  if (!first || !last) return "";
  return [
    `Tiles and water, step by step. At the start ${first.dry} tiles dry, ${first.flooded} flooded, ${first.sunk} sunk, water at mark ${first.water}`,
    `at the end ${last.dry} dry, ${last.flooded} flooded, ${last.sunk} sunk, water at mark ${last.water}, ${last.treasures} of four treasures.`,
  ].join("; ");
}
