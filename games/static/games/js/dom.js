/**
 * Making elements. Text is only ever set as text; sizes go through custom properties, for the strict Content-Security-
 * Policy.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | boolean | null | undefined} Value
 *   An attribute. True is the empty one, false and null are left out; an aria state is the word "true" or "false".
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...present(children));
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Node | null | undefined | false)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...present(children));
  return element;
}

/**
 * A drawing of the sprite, or several of them on top of each other; the words beside it say what it is.
 *
 * @param {string} viewBox
 * @param {readonly string[]} symbols
 * @param {string} [className]
 */
export function drawing(viewBox, symbols, className = "") {
  return svg(
    "svg",
    { viewBox, class: className || null, "aria-hidden": "true" },
    ...symbols.map((symbol) => svg("use", { href: href(symbol) })),
  );
}

/** @param {string} symbol a sign of 24 by 24 */
export const sign = (symbol, className = "") => drawing("0 0 24 24", [symbol], className);

/** @param {string} letter */
export const cardArt = (letter) => drawing("0 0 60 84", [`card-${letter}`]);

/** @param {string} role */
export const pawnArt = (role, className = "pawn") => drawing("-4 -3 70 86", role ? [`pawn-${role}`] : [], className);

/** @param {string} symbol */
export function href(symbol) {
  return `${sprite()}#${symbol}`;
}

/** @param {Element} element @param {Record<string, Value>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = textOf(name, value);
    if (text === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** @param {string} name @param {Value} value */
function textOf(name, value) {
  if (value === null || value === undefined) return null;
  if (typeof value !== "boolean" || name.startsWith("aria-")) return String(value);
  return value ? "" : null;
}

/**
 * New children in place of the old ones; the focus stays on the child with the same data-key, if there is one.
 *
 * @param {Element} parent
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {boolean} false when the focus was in here and has nowhere to stay
 */
export function replace(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-key]")?.getAttribute("data-key");
  parent.replaceChildren(...present(children));
  if (!focused) return true;
  const heir = key ? parent.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
  return heir !== null;
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * New children, made only when what they depend on has changed.
 *
 * @param {Element} parent
 * @param {string} key all that the children depend on, as text
 * @param {() => (Node | string | null | undefined | false)[]} make
 * @returns {boolean} false when the focus was in here and has nowhere to stay
 */
export function redraw(parent, key, make) {
  if (drawn.get(parent) === key) return true;
  drawn.set(parent, key);
  return replace(parent, ...make());
}

/**
 * As `redraw`, but whatever is equal stays the element that it was: for many children of which few change, and none of
 * which has listeners of its own.
 *
 * @param {Element} parent
 * @param {string} key all that the children depend on, as text
 * @param {() => (Node | string | null | undefined | false)[]} make
 */
export function renew(parent, key, make) {
  if (drawn.get(parent) === key) return;
  drawn.set(parent, key);
  const fresh = new DocumentFragment();
  fresh.append(...present(make()));
  become(parent, fresh);
}

/** @param {Node} old @param {Node} fresh what its children are to be like */
function become(old, fresh) {
  const [had, wanted] = [[...old.childNodes], [...fresh.childNodes]];
  wanted.forEach((child, index) => {
    const former = had[index];
    if (!former) old.appendChild(child);
    else if (former.isEqualNode(child)) return;
    else if (!(former instanceof Element && child instanceof Element) || former.nodeName !== child.nodeName)
      old.replaceChild(child, former);
    else {
      takeAttributes(former, child);
      if (!drawn.has(former)) become(former, child); // else somebody else draws what is in it
    }
  });
  for (const former of had.slice(wanted.length)) former.remove();
}

/** @param {Element} old @param {Element} fresh */
function takeAttributes(old, fresh) {
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/**
 * An element that the page must have.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * An element that a part of the page must have.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function within(root, selector) {
  const element = root.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`there is no ${selector} here`);
  return element;
}

/** @template T @param {readonly (T | null | undefined | false)[]} children @returns {T[]} */
function present(children) {
  return /** @type {T[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false));
}

let spriteUrl = "";

/** The address of the drawings, which an element of the page carries. */
function sprite() {
  const carrier = spriteUrl ? null : document.querySelector("[data-sprite]");
  if (carrier instanceof HTMLElement) spriteUrl = carrier.dataset.sprite ?? "";
  return spriteUrl;
}
