/**
 * What the dock offers for what was chosen: made of the server's `legal` and of nothing else.
 *
 * @import { Legal, Model } from "./model.js"
 * @typedef {{ kind: "tile", tile: string } | { kind: "seat", seat: number } | { kind: "card", seat: number, card:
 *   string }} Chosen
 * @typedef {"shore2" | "navigate" | "give" | "lift" | "sandbag"} PickVerb
 * @typedef {{ verb: PickVerb, seat: number, tiles: string, seats: number[], cards: string }} Pick A choice of more
 *   than one step, so far.
 * @typedef {{ verb: string, icon: string, key: string, label: string, more: string, seat: number, action: string |
 *   null, pick: Pick | null }} Choice
 *   `more` goes on with the label where there is room; either `action` or `pick` is set.
 * @typedef {{ tiles: string, seats: number[], cards: string, action: string | null }} Options What may come next, and
 *   the action once it is whole.
 */

import { cardName, SEAL } from "./names.js";
import { actingSeat, othersWithSpecials } from "./model.js";

const SPECIALS = ["lift", "sandbag"];

/**
 * The choices for what is chosen: those of the acting seat, then what other seats of the same user could do besides.
 *
 * @param {Model} model
 * @param {Chosen | null} chosen
 * @param {number | null} preferred the seat that the user would rather act for
 * @returns {Choice[]}
 */
export function choices(model, chosen, preferred) {
  const acting = chosen?.kind === "card" ? chosen.seat : actingSeat(model, preferred);
  if (!chosen || acting === null) return [];
  const others = chosen.kind === "card" ? [] : model.you.filter((seat) => seat !== acting);
  const own = choicesOf(model, chosen, acting);
  for (const seat of others) {
    own.push(
      ...choicesOf(model, chosen, seat).filter(
        (more) => !SPECIALS.includes(more.verb) || !own.some((choice) => choice.verb === more.verb),
      ),
    );
  }
  return own.map((choice, index) =>
    own.findIndex((other) => other.key === choice.key) === index ? choice : { ...choice, key: "" },
  );
}

/**
 * Actions that a player might expect here and that are not offered; the server says why not.
 *
 * @param {Model} model
 * @param {Chosen | null} chosen
 * @param {number | null} preferred
 * @returns {{ label: string, action: string }[]} at most two
 */
export function expected(model, chosen, preferred) {
  const seat = chosen?.kind === "card" ? chosen.seat : actingSeat(model, preferred);
  const pawn = seat === null ? null : model.position?.seats[seat];
  if (!chosen || seat === null || !pawn || model.position?.turn.over) return [];
  const legal = model.legal[seat] ?? {};
  if (chosen.kind === "tile") return expectedAtTile(model, legal, seat, chosen.tile).slice(0, 2);
  if (chosen.kind === "seat") return expectedOfSeat(legal, seat, chosen.seat, pawn.hand);
  return expectedOfCard(model, legal, seat, chosen.card);
}

/**
 * What may be added to a pick.
 *
 * @param {Model} model
 * @param {Pick} pick
 * @returns {Options}
 */
export function options(model, pick) {
  const legal = model.legal[pick.seat] ?? {};
  const [seat] = pick.seats;
  switch (pick.verb) {
    case "shore2":
      return {
        tiles: without(legal.shore, pick.tiles.charAt(0)),
        seats: [],
        cards: "",
        action: pick.tiles.length === 2 ? act(pick, `shore ${[...pick.tiles].sort().join(" ")}`) : null,
      };
    case "navigate":
      return {
        tiles: seat === undefined ? "" : (legal.navigate?.[seat] ?? ""),
        seats: seatsWhere(legal.navigate, pick.tiles),
        cards: "",
        action: seat !== undefined && pick.tiles ? act(pick, `navigate ${seat} ${pick.tiles}`) : null,
      };
    case "give":
      return {
        tiles: "",
        seats: seatsWhere(legal.give, pick.cards),
        cards: seat === undefined ? "" : (legal.give?.[seat] ?? ""),
        action: seat !== undefined && pick.cards ? act(pick, `give ${seat} ${pick.cards}`) : null,
      };
    case "lift":
      return liftOptions(legal, pick);
    case "sandbag":
      return {
        tiles: legal.sandbag ?? "",
        seats: [],
        cards: "",
        action: pick.tiles ? act(pick, `sandbag ${pick.tiles}`) : null,
      };
  }
}

/**
 * The pick with a tile added; a tile that cannot come next changes nothing.
 *
 * @param {Model} model
 * @param {Pick} pick
 * @param {string} tile
 * @returns {Pick}
 */
export function withTile(model, pick, tile) {
  if (!options(model, pick).tiles.includes(tile)) return pick;
  return { ...pick, tiles: pick.verb === "shore2" ? pick.tiles.charAt(0) + tile : tile };
}

/**
 * The pick with a seat added; for a lift, added to or taken from the pawns of one tile.
 *
 * @param {Model} model
 * @param {Pick} pick
 * @param {number} seat
 * @returns {Pick}
 */
export function withSeat(model, pick, seat) {
  if (!options(model, pick).seats.includes(seat)) return pick;
  if (pick.verb !== "lift") return { ...pick, seats: [seat] };
  const from = model.legal[pick.seat]?.lift?.from ?? {};
  const origin = originOf(from, [seat]);
  if (pick.seats.includes(seat)) return { ...pick, seats: pick.seats.filter((other) => other !== seat) };
  const together = pick.seats.filter((other) => from[origin]?.includes(String(other)));
  return { ...pick, seats: [...together, seat].sort(), tiles: pick.tiles === origin ? "" : pick.tiles };
}

/** @param {Model} model @param {Pick} pick @param {string} card @returns {Pick} */
export function withCard(model, pick, card) {
  return options(model, pick).cards.includes(card) ? { ...pick, cards: card } : pick;
}

/**
 * The one next step for this user: what the gold button does.
 *
 * @param {Model} model
 * @returns {{ verb: "escape" | "draw" | "flood", action: string, seat: number } | null}
 */
export function nextStep(model) {
  for (const verb of /** @type {const} */ (["escape", "draw", "flood"])) {
    const seat = model.you.find((number) => model.legal[number]?.[verb]);
    if (seat !== undefined) return { verb, seat, action: `${seat}:${verb}` };
  }
  return null;
}

/**
 * Whether the next card may be drawn without another press: the drawing has begun, and nobody else could want to stop
 * it.
 *
 * @param {Model} model
 */
export function mayDrawOn(model) {
  const step = nextStep(model);
  return (
    Boolean(step) &&
    step?.verb !== "escape" &&
    model.position?.turn.phase !== "act" &&
    othersWithSpecials(model).length === 0 &&
    model.holds.length === 0
  );
}

/**
 * The other users who ask to wait.
 *
 * @param {Model} model
 * @returns {string[]}
 */
export function othersWithWish(model) {
  const own = model.seats.filter((seat) => model.you.includes(seat.number)).map((seat) => seat.player);
  return model.holds.filter((hold) => !own.includes(hold.user)).map((hold) => hold.user);
}

/** @param {Model} model @param {Chosen} chosen @param {number} seat @returns {Choice[]} */
function choicesOf(model, chosen, seat) {
  const legal = model.legal[seat] ?? {};
  if (chosen.kind === "tile") return atTile(model, legal, seat, chosen.tile);
  if (chosen.kind === "seat") return ofSeat(model, legal, seat, chosen.seat);
  return ofCard(legal, seat, chosen.card);
}

/** @param {Model} model @param {Legal} legal @param {number} seat @param {string} tile @returns {Choice[]} */
function atTile(model, legal, seat, tile) {
  const here = model.position?.seats[seat]?.tile === tile;
  const standing = (model.position?.seats ?? []).flatMap((pawn, number) => (pawn.tile === tile ? [number] : []));
  const receivers = standing.filter((number) => legal.give?.[number]);
  const navigable = seatsWhere(legal.navigate, tile);
  const [steered] = navigable;
  const liftable = standing.filter((number) => legal.lift?.from[tile]?.includes(String(number)));
  return compact([
    legal.move?.includes(tile) && choice(seat, "move", "move", "M", "Move", " here", `move ${tile}`),
    legal.fly?.includes(tile) && choice(seat, "fly", "fly", "M", "Fly", " here", `move ${tile}`),
    legal.shore?.includes(tile) && choice(seat, "shore", "shore", "S", "Shore up", "", `shore ${tile}`),
    legal.shore2 &&
      legal.shore?.includes(tile) &&
      picking({ verb: "shore2", seat, tiles: tile, seats: [], cards: "" }, "shore", "E", "Two", " tiles…"),
    receivers.length > 0 &&
      picking(
        { verb: "give", seat, tiles: "", seats: receivers.length === 1 ? receivers : [], cards: "" },
        "give",
        "G",
        "Give",
        "…",
      ),
    here && legal.capture && choice(seat, "capture", "capture", "C", "Capture", "", `capture ${legal.capture}`),
    navigable.length === 1 && {
      ...choice(seat, "navigate", "navigate", "N", "Steer", " here", `navigate ${steered} ${tile}`),
    },
    navigable.length > 1 &&
      picking({ verb: "navigate", seat, tiles: tile, seats: [], cards: "" }, "navigate", "N", "Steer", " here…"),
    legal.swim?.includes(tile) && choice(seat, "swim", "swim", "W", "Swim", " here", `swim ${tile}`),
    legal.lift &&
      (liftable.length > 0 || legal.lift.to.includes(tile)) &&
      picking(
        { verb: "lift", seat, tiles: liftable.length ? "" : tile, seats: liftable, cards: "" },
        "lift",
        "H",
        "Lift",
        liftable.length ? " from here…" : " to here…",
      ),
    legal.sandbag?.includes(tile) && choice(seat, "sandbag", "sandbag", "B", "Sandbags", "", `sandbag ${tile}`),
  ]);
}

/** @param {Model} model @param {Legal} legal @param {number} seat @param {number} chosen @returns {Choice[]} */
function ofSeat(model, legal, seat, chosen) {
  const tile = model.position?.seats[chosen]?.tile ?? "";
  const liftable = legal.lift?.from[tile]?.includes(String(chosen));
  return compact([
    ...[...(legal.give?.[chosen] ?? "")].map((card) =>
      choice(seat, "give", "give", "G", "Give", ` ${cardName(card)}`, `give ${chosen} ${card}`),
    ),
    chosen === seat &&
      legal.capture &&
      choice(seat, "capture", "capture", "C", "Capture", "", `capture ${legal.capture}`),
    legal.navigate?.[chosen] &&
      picking({ verb: "navigate", seat, tiles: "", seats: [chosen], cards: "" }, "navigate", "N", "Steer", " to…"),
    liftable && picking({ verb: "lift", seat, tiles: "", seats: [chosen], cards: "" }, "lift", "H", "Lift", " to…"),
  ]);
}

/** @param {Legal} legal @param {number} seat @param {string} card @returns {Choice[]} */
function ofCard(legal, seat, card) {
  const receivers = seatsWhere(legal.give, card);
  return compact([
    card === "h" && legal.escape && choice(seat, "escape", "lift", "H", "Lift off", "", "escape"),
    card === "h" &&
      legal.lift &&
      picking({ verb: "lift", seat, tiles: "", seats: [], cards: "" }, "lift", "H", "Lift", "…"),
    card === "s" &&
      legal.sandbag &&
      picking({ verb: "sandbag", seat, tiles: "", seats: [], cards: "" }, "sandbag", "B", "Sandbags", "…"),
    ...receivers.map((receiver) =>
      choice(seat, "give", "give", "G", "Give", ` seat:${receiver}`, `give ${receiver} ${card}`),
    ),
    legal.capture?.includes(card) && choice(seat, "capture", "capture", "C", "Capture", "", `capture ${card}`),
    legal.discard?.includes(card) && choice(seat, "discard", "discard", "P", "Put away", "", `discard ${card}`),
  ]);
}

/** @param {Model} model @param {Legal} legal @param {number} seat @param {string} tile */
function expectedAtTile(model, legal, seat, tile) {
  const cell = model.position?.cells.get(tile);
  const seal = SEAL[tile];
  const here = model.position?.seats[seat]?.tile === tile;
  const reached = [legal.move, legal.fly, legal.swim].some((tiles) => tiles?.includes(tile));
  return compactWhy([
    !here &&
      !reached && {
        label: legal.swim ? "No swim" : "No move",
        action: legal.swim ? `${seat}:swim ${tile}` : `${seat}:move ${tile}`,
      },
    !legal.swim &&
      cell?.state === "flooded" &&
      !legal.shore?.includes(tile) && { label: "No shoring up", action: `${seat}:shore ${tile}` },
    here &&
      seal &&
      !model.position?.captured.includes(seal) &&
      !legal.capture && { label: "No capture", action: `${seat}:capture ${seal}` },
  ]);
}

/** @param {Legal} legal @param {number} seat @param {number} chosen @param {string} hand */
function expectedOfSeat(legal, seat, chosen, hand) {
  const card = [...hand].find((letter) => "ewfo".includes(letter));
  return compactWhy([
    chosen !== seat && card && !legal.give?.[chosen] && { label: "No gift", action: `${seat}:give ${chosen} ${card}` },
  ]);
}

/** @param {Model} model @param {Legal} legal @param {number} seat @param {string} card */
function expectedOfCard(model, legal, seat, card) {
  const other = model.seats.find((info) => info.number !== seat);
  const isTreasure = "ewfo".includes(card);
  return compactWhy([
    isTreasure && !legal.capture?.includes(card) && { label: "No capture", action: `${seat}:capture ${card}` },
    isTreasure &&
      other &&
      seatsWhere(legal.give, card).length === 0 && { label: "No gift", action: `${seat}:give ${other.number} ${card}` },
    card === "h" && !legal.escape && { label: "No lift off", action: `${seat}:escape` },
  ]);
}

/** @param {Legal} legal @param {Pick} pick @returns {Options} */
function liftOptions(legal, pick) {
  const from = legal.lift?.from ?? {};
  const origin = originOf(from, pick.seats);
  const seats = Object.values(from)
    .flatMap((group) => [...group].map(Number))
    .sort();
  const whole = pick.seats.length > 0 && pick.tiles !== "" && pick.tiles !== origin;
  return {
    tiles: without(legal.lift?.to, origin),
    seats,
    cards: "",
    action: whole ? act(pick, `lift ${[...pick.seats].sort().join("")} ${pick.tiles}`) : null,
  };
}

/** The tile on which the pawns of these seats stand. @param {Record<string, string>} from @param {number[]} seats */
function originOf(from, seats) {
  return Object.keys(from).find((tile) => seats.length > 0 && from[tile]?.includes(String(seats[0]))) ?? "";
}

/**
 * The seats whose letters include this one, or all of them for the empty one.
 *
 * @param {Record<string, string> | undefined} table
 * @param {string} letter
 */
function seatsWhere(table, letter) {
  return Object.entries(table ?? {}).flatMap(([seat, letters]) => (letters.includes(letter) ? [Number(seat)] : []));
}

/** @param {string | undefined} letters @param {string} letter */
function without(letters, letter) {
  return [...(letters ?? "")].filter((other) => other !== letter).join("");
}

/** @param {Pick} pick @param {string} words */
function act(pick, words) {
  return `${pick.seat}:${words}`;
}

/**
 * @param {number} seat
 * @param {string} verb
 * @param {string} icon
 * @param {string} key
 * @param {string} label
 * @param {string} more
 * @param {string} words
 * @returns {Choice}
 */
function choice(seat, verb, icon, key, label, more, words) {
  return { verb, icon, key, label, more, seat, action: `${seat}:${words}`, pick: null };
}

/**
 * @param {Pick} pick
 * @param {string} icon
 * @param {string} key
 * @param {string} label
 * @param {string} more
 * @returns {Choice}
 */
function picking(pick, icon, key, label, more) {
  return { verb: pick.verb, icon, key, label, more, seat: pick.seat, action: null, pick };
}

/** @param {(Choice | false | null | undefined | "")[]} maybe */
function compact(maybe) {
  return maybe.filter((one) => Boolean(one)).map((one) => /** @type {Choice} */ (one));
}

/** @param {({ label: string, action: string } | false | null | undefined | "")[]} maybe */
function compactWhy(maybe) {
  return maybe.filter((one) => Boolean(one)).map((one) => /** @type {{ label: string, action: string }} */ (one));
}
