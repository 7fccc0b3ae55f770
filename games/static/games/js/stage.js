/**
 * Plays a plan on the page. What the page shows is the new position already; here what was before is laid over it and
 * taken away again, by transforms and opacity only. It can end at any moment, and does so as soon as somebody presses
 * anything, the page is hidden, or the next entry comes.
 *
 * @import { Board, Place } from "./board.js"
 * @import { Beat } from "./motion.js"
 * @import { Position } from "./position.js"
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 * @typedef {{ at: number, ms: number }} When
 */

import { cardArt, drawing, el, href, svg } from "./dom.js";
import { tileArt, tileSymbols } from "./isle.js";

const OUT = "cubic-bezier(.2,.8,.3,1)";
const WAVE = "cubic-bezier(.45,0,.55,1)";
const GONE = [{ opacity: 0 }, { opacity: 0 }];
/** How far sounds lie apart where nothing moves. */
const APART_MS = 150;
/** The crest of the swell that comes with a Waters Rise!, eight waves wide. */
const SCALLOP = "q50 -14 100 0";
const SCALLOPS = SCALLOP.repeat(8);
/** Of a card where its pile is out of sight. */
const CARD = { width: 50, height: 70 };

export class Stage {
  /** @type {Animation[]} */
  #running = [];
  /** @type {Element[]} what lies over the page for a while */
  #ghosts = [];
  /** @type {ReturnType<typeof setTimeout>[]} */
  #timers = [];
  /** @type {(() => void)[]} what is laid over the page once everything has been measured */
  #laid = [];
  #layer = el("div", { class: "ghosts", "aria-hidden": "true" });

  /**
   * @param {Board} board
   * @param {(beat: Beat) => void} sound
   * @param {HTMLElement} [root] what has the crew, the decks and the sea of this board
   */
  constructor(board, sound, root = document.body) {
    this.board = board;
    this.sound = sound;
    this.root = root;
    document.body.append(this.#layer);
    const finish = () => this.finish();
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, finish, { capture: true });
    addEventListener("resize", finish);
    document.addEventListener("visibilitychange", finish);
  }

  /**
   * @param {readonly Beat[]} plan
   * @param {Position} before
   * @param {Position} after what the page shows
   */
  play(plan, before, after) {
    this.finish();
    const moves = plan.some((beat) => beat.at > 0);
    plan.forEach((beat, index) => {
      this.#later(moves ? beat.at : APART_MS * index, () => this.sound(beat));
      if (beat.ms > 0) this.#show(beat, before, after);
    });
    for (const lay of this.#laid.splice(0)) lay();
    // a flood card and a swell stay a little longer than their beat
    const end = Math.max(0, ...plan.map((beat) => beat.at + 2 * beat.ms));
    if (end > 0) this.#later(end, () => this.finish());
  }

  /** Show at once what was still to come. */
  finish() {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const animation of this.#running) animation.cancel();
    for (const ghost of this.#ghosts) ghost.remove();
    this.#running = [];
    this.#ghosts = [];
    this.#timers = [];
  }

  /** @param {Beat} beat @param {Position} before @param {Position} after */
  #show(beat, before, after) {
    switch (beat.kind) {
      case "walk":
      case "fly":
        return this.#movePawns(beat);
      case "leave":
        return this.#leave(beat);
      case "flood":
      case "shore":
        return this.#changeWater(beat, before, after);
      case "sink":
        return this.#sink(beat, before);
      case "coast":
        return this.#redrawCoast(beat);
      case "turn":
        return this.#turnCard(beat);
      case "deal":
        return this.#deal(beat, after);
      case "give":
        return this.#carry(cardArt(beat.card), beat, handOf(this.root, beat.seat), handOf(this.root, beat.to));
      case "away":
        return this.#carry(
          cardArt(beat.card),
          beat,
          beat.seat === null ? pileOf(this.root, "treasure") : handOf(this.root, beat.seat),
          pileOf(this.root, "treasure", ".gone"),
        );
      case "rise":
        return this.#rise(beat, before);
      case "capture":
        return this.#capture(beat);
      case "outline":
        return this.#outline(beat.tile);
    }
  }

  /** The pawns of a beat go their way; those that make room for them go straight. @param {Beat & { kind: "walk" | "fly" }} beat */
  #movePawns({ kind, seats, way, at, ms }) {
    for (const { seat, pawn, from, to } of this.board.movedPawns) {
      const between = seats.includes(seat) ? way.slice(1, -1).map((tile) => this.board.standOn(tile, to)) : [];
      const places = kind === "fly" && seats.includes(seat) ? [from, above(from, to), to] : [from, ...between, to];
      const frames = places.map((place) => ({ transform: shift(place, to), easing: "ease-in-out" }));
      this.#animate(pawn, frames, at, ms);
    }
  }

  /** All pawns leave the chart with the helicopter. @param {Beat & { kind: "leave" }} beat */
  #leave({ at, ms }) {
    const copies = this.board.pawns.map((pawn) => /** @type {SVGElement} */ (pawn.cloneNode()));
    const [first] = copies;
    if (!first) return;
    for (const copy of copies) copy.removeAttribute("class");
    const [x, y] = [Number(first.getAttribute("x")), Number(first.getAttribute("y"))];
    const lift = svg("use", { href: href("v-lift"), x, y: y - 70, width: 70, height: 70 });
    const group = svg("g", { class: "ghost-lift" }, ...copies, lift);
    this.#lay(group, () => this.board.sheet.append(group));
    const frames = [
      { transform: "none", opacity: 1, easing: "ease-in" },
      { transform: "translate(0, -60px)", opacity: 1, offset: 0.4, easing: "ease-in" },
      { transform: "translate(240px, -420px)", opacity: 0 },
    ];
    this.#animate(group, frames, at, ms);
  }

  /**
   * Water comes up over a tile, or runs off it.
   *
   * @param {Beat & { kind: "flood" | "shore" }} beat @param {Position} before @param {Position} after
   */
  #changeWater({ kind, tile, at, ms }, before, after) {
    const face = this.board.tile(tile)?.querySelector("svg");
    if (!face) return;
    const [had, has] = [symbolsOf(before, tile), symbolsOf(after, tile)];
    const come = [...face.children].filter((_, index) => !had.includes(has[index] ?? ""));
    const gone = had.filter((symbol) => !has.includes(symbol)).map((symbol) => svg("use", { href: href(symbol) }));
    for (const layer of gone) this.#lay(layer, () => face.firstElementChild?.after(layer));
    const low = { transform: "translateY(45px)", opacity: 0, easing: WAVE };
    const high = { transform: "none", opacity: 1, easing: WAVE };
    const [clear, full] = [{ opacity: 0 }, { opacity: 1 }];
    for (const layer of come) this.#animate(layer, kind === "flood" ? [low, high] : [clear, full], at, ms);
    for (const layer of gone) this.#animate(layer, kind === "flood" ? [full, clear] : [high, low], at, ms, "both");
  }

  /** @param {Beat & { kind: "sink" }} beat @param {Position} before */
  #sink({ tile, at, ms }, before) {
    const cell = before.cells.get(tile);
    if (!cell) return;
    const ghost = this.#over(tile, tileArt(cell, "ghost"));
    const frames = [
      { transform: "none", opacity: 1, easing: "ease-in" },
      { transform: "rotate(4deg) translateY(4%)", opacity: 0.9, offset: 0.35, easing: "ease-in" },
      { transform: "rotate(4deg) translateY(26%) scale(.92)", opacity: 0 },
    ];
    this.#animate(ghost, frames, at, ms, "both");
  }

  /** @param {Beat & { kind: "coast" }} beat */
  #redrawCoast({ at, ms }) {
    const { coast, formerCoast } = this.board;
    if (!coast || !formerCoast) return;
    this.#lay(formerCoast, () => coast.after(formerCoast));
    this.#animate(formerCoast, [{ opacity: 1 }, { opacity: 0 }], at, ms, "both");
  }

  /** The top card of a pile turns over; a flood card then goes to its tile. @param {Beat & { kind: "turn" }} beat */
  #turnCard({ deck, card, at, ms }) {
    const pile = pileOf(this.root, deck);
    const tile = deck === "flood" ? this.board.tile(card)?.getBoundingClientRect() : null;
    const whole = tile ? 2 * ms : ms;
    const back = drawing("0 0 60 84", [`back-${deck}`]);
    const front = deck === "flood" ? tileArt({ tile: card, state: "dry" }) : cardArt(card);
    const ghost = this.#ghostAt(pile, back, front);
    const [flat, edge] = [{ transform: "none" }, { transform: "scaleX(0)" }];
    const turned = ms / whole;
    this.#animate(back, [flat, { ...edge, offset: turned / 2 }, edge], at, whole);
    this.#animate(front, [edge, { ...edge, offset: turned / 2 }, { ...flat, offset: turned }, flat], at, whole);
    const seen = { ...flat, opacity: 1, easing: OUT };
    const goal = tile && { transform: transformTo(pile, tile), opacity: 0.3 };
    this.#animate(ghost, goal ? [seen, { ...seen, offset: turned }, goal] : [seen, seen], at, whole, "none");
  }

  /** @param {Beat & { kind: "deal" }} beat @param {Position} after */
  #deal({ seat, card, at, ms }, after) {
    const index = after.seats[seat]?.hand.lastIndexOf(card) ?? -1;
    const real = this.root.querySelectorAll(`.crew > :nth-child(${seat + 1}) .card`)[index];
    if (real) this.#animate(real, GONE, 0, at + ms);
    this.#carry(cardArt(card), { at, ms }, pileOf(this.root, "treasure"), real?.getBoundingClientRect() ?? handOf(this.root, seat));
  }

  /**
   * A card, or whatever it is, goes from one place to another.
   *
   * @param {SVGElement} art @param {When} when @param {Box} from @param {Box} to
   */
  #carry(art, { at, ms }, from, to) {
    const frames = [
      { transform: "none", opacity: 1, easing: OUT },
      { transform: transformTo(from, to), opacity: 1 },
    ];
    this.#animate(this.#ghostAt(from, art), frames, at, ms, "none");
  }

  /** The needle climbs; a swell comes up from below and runs off again. @param {Beat & { kind: "rise" }} beat @param {Position} before */
  #rise({ level, at, ms }, before) {
    const marks = this.root.querySelectorAll(".tide > li");
    const [was, is] = [marks[before.water - 1], marks[level - 1]].map((mark) => mark?.getBoundingClientRect());
    const needle = this.root.querySelector(".tide .needle");
    if (needle && was && is) {
      const low = { translate: `${was.left - is.left}px ${was.top - is.top}px`, easing: WAVE };
      this.#animate(needle, [low, { translate: "0 0" }], at, ms);
    }
    const swell = svg(
      "svg",
      { class: "ghost-swell", viewBox: "0 0 800 100", preserveAspectRatio: "none" },
      svg("path", { class: "body", d: `M0 9${SCALLOPS}V100H0z` }),
      svg("path", { class: "crest", d: `M0 9${SCALLOPS}` }),
      svg("path", { class: "crest", d: `M-50 20${SCALLOPS}${SCALLOP}` }),
    );
    this.#lay(swell, () => this.root.querySelector(".sea")?.append(swell));
    const [low, high] = [{ transform: "translateY(100%)" }, { transform: "none" }];
    this.#animate(swell, [{ ...low, easing: OUT }, { ...high, easing: WAVE }, low], at, ms * 1.9);
  }

  /** Four cards gather at the pawn; the treasure comes up there and goes to its frame. @param {Beat & { kind: "capture" }} beat */
  #capture({ seat, treasure, at, ms }) {
    const hand = handOf(this.root, seat);
    const pawn = boxOf(this.board.pawns[seat]?.getBoundingClientRect() ?? hand);
    for (const card of [-1.5, -0.5, 0.5, 1.5])
      this.#carry(cardArt(treasure), { at, ms: ms / 3 }, { ...hand, left: hand.left + card * hand.width }, pawn);
    const art = this.root.querySelectorAll(".treasures > li")["ewfo".indexOf(treasure)]?.querySelector("svg");
    if (!art) return;
    const goal = art.getBoundingClientRect();
    const down = transformTo(goal, { ...pawn, height: pawn.height / 3 });
    const up = transformTo(goal, { ...pawn, top: pawn.top - 1.5 * pawn.height, height: 1.5 * pawn.height });
    const frames = [
      { transform: down, opacity: 1, easing: OUT },
      { transform: up, opacity: 1, offset: 0.4 },
      { transform: up, opacity: 1, offset: 0.6, easing: "ease-in" },
      { transform: "none", opacity: 1 },
    ];
    this.#animate(art, GONE, 0, at + ms);
    const ghost = this.#ghostAt(goal, drawing("0 0 64 64", [`treasure-${treasure}`]));
    this.#animate(ghost, frames, at + ms / 3, (2 * ms) / 3, "none");
  }

  /** @param {string} tile */
  #outline(tile) {
    this.#over(tile, el("span", { class: "ghost-outline" }));
  }

  /** @template {Element} T @param {string} tile @param {T} ghost @returns {T} */
  #over(tile, ghost) {
    this.#lay(ghost, () => this.board.tile(tile)?.append(ghost));
    return ghost;
  }

  /** What is seen only while it is animated. @param {Box} box @param {...SVGElement} faces */
  #ghostAt(box, ...faces) {
    const ghost = el("div", { class: "ghost-card" }, ...faces);
    for (const [name, value] of Object.entries(boxOf(box))) ghost.style.setProperty(name, `${value}px`);
    this.#lay(ghost, () => this.#layer.append(ghost));
    return ghost;
  }

  /** @param {Element} ghost @param {() => void} lay */
  #lay(ghost, lay) {
    this.#ghosts.push(ghost);
    this.#laid.push(lay);
  }

  /**
   * @param {Element} element @param {Keyframe[]} frames
   * @param {number} delay @param {number} duration @param {FillMode} [fill]
   */
  #animate(element, frames, delay, duration, fill = "backwards") {
    this.#running.push(element.animate(frames, { delay, duration, fill }));
  }

  /** @param {number} ms @param {() => void} act */
  #later(ms, act) {
    if (ms === 0) act();
    else this.#timers.push(setTimeout(act, ms));
  }
}

/** @param {Position} position @param {string} tile */
function symbolsOf(position, tile) {
  const cell = position.cells.get(tile);
  return cell ? tileSymbols(cell) : [];
}

/** What makes a pawn that is drawn at one place appear at another. @param {Place} place @param {Place} drawn */
function shift(place, drawn) {
  const scale = place.width / drawn.width;
  return `translate(${place.x - scale * drawn.x}px, ${place.y - scale * drawn.y}px) scale(${scale})`;
}

/** The top of a flight. @param {Place} from @param {Place} to @returns {Place} */
function above(from, to) {
  const [width, height] = [to.width * 1.25, to.height * 1.25];
  return { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 40, width, height };
}

/** @param {Box} from @param {Box} to */
function transformTo(from, to) {
  const scale = to.height / from.height;
  const x = to.left + (to.width - from.width * scale) / 2 - from.left;
  return `translate(${x}px, ${to.top - from.top}px) scale(${scale})`;
}

/** A pile of the deck: what is to be drawn, or what was put away. @param {HTMLElement} root @param {"treasure" | "flood"} deck @param {string} [stack] @returns {Box} */
function pileOf(root, deck, stack = ".stack") {
  const box = root.querySelector(`.decks > :nth-child(${deck === "treasure" ? 1 : 2}) ${stack} svg`)?.getBoundingClientRect();
  return box && box.width > 0 ? { ...boxOf(box), height: (box.width * 84) / 60 } : inTheSea(root);
}

/** Where a seat's cards are. @param {HTMLElement} root @param {number} seat @returns {Box} */
function handOf(root, seat) {
  const place = root.querySelector(`.crew > :nth-child(${seat + 1}) :is(.card, .hand)`)?.getBoundingClientRect();
  return place ? { ...boxOf(place), width: (place.height * 60) / 84 } : inTheSea(root);
}

/** Where the decks have no place on the page. @param {HTMLElement} root @returns {Box} */
function inTheSea(root) {
  const sea = root.querySelector(".sea")?.getBoundingClientRect();
  return { left: (sea?.right ?? 0) - CARD.width - 8, top: (sea?.bottom ?? 0) - CARD.height - 8, ...CARD };
}

/** @param {Box} box @returns {Box} */
function boxOf({ left, top, width, height }) {
  return { left, top, width, height };
}
