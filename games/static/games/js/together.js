/**
 * Going through a finished game together: which part a page has in it, and what it says of it. Pure.
 *
 * @import { Model } from "./model.js"
 * @typedef {"leads" | "follows" | "own" | "free" | "nobody"} Part
 *   `own`: somebody leads, and this page looks on its own; `free`: nobody leads, and who looks here may
 * @typedef {{ id: string, follows: boolean }} Page `id`: what it leads by; `follows`: whether it wishes to be led
 */

import { list } from "./names.js";

/** @param {Model} model @param {Page} page @returns {Part} */
export function partOf({ lead, you }, { id, follows }) {
  if (!lead) return you.length > 0 ? "free" : "nobody";
  if (lead.id === id) return "leads";
  return follows ? "follows" : "own";
}

/** Whether there is anybody to go through it with; who looks at an old game alone is told nothing. @param {Model} model */
export function isTogether({ lead, present, spectators, you, user }) {
  if (lead) return true;
  return you.length > 0 ? present.some((name) => name !== user) || spectators > 0 : present.length > 0;
}

/** @param {Model} model @param {Part} part */
export function leadText(model, part) {
  const own = model.lead?.user === model.user; // in another window
  const who = own ? "You lead in another window" : `${model.lead?.user} leads`;
  switch (part) {
    case "leads":
      return isTogether({ ...model, lead: null }) ? "You lead." : "You lead. Nobody else is here yet.";
    case "follows":
      return own ? `${who}. This one follows.` : `${who}, you follow.`;
    case "own":
      return `${who}. You look on your own.`;
    default:
      return "Nobody leads.";
  }
}

/** What the button does; null where there is nothing to do. @param {Model} model @param {Part} part */
export function leadAction({ lead, user }, part) {
  switch (part) {
    case "leads":
      return "Hand over";
    case "follows":
      return "Look on your own";
    case "own":
      return lead?.user === user ? "Follow" : `Follow ${lead?.user}`;
    case "free":
      return "Lead";
    default:
      return null;
  }
}

/** @param {Model} model */
export function hereText({ present, spectators }) {
  const watching = spectators === 0 ? [] : [`${spectators} who ${spectators === 1 ? "watches" : "watch"}`];
  return `Here: ${list([...present, ...watching])}`;
}

/**
 * What the table offers when the game is over: to go through it together, to join who does, or nothing.
 *
 * @param {Model} model
 */
export function invitation({ lead, seats, you, user }) {
  if (lead && lead.user !== user) return `${lead.user} goes through the game: join`;
  const hasCompany = you.length > 0 && seats.some(({ number, user }) => user !== null && !you.includes(number));
  return lead || hasCompany ? "Go through it together" : null;
}
