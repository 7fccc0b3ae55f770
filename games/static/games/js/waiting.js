/**
 * The waiting room: seats that follow the server, the link to copy, and the table's talk.
 *
 * @import { Frame } from "./model.js"
 */

import { Connection, newId } from "./connection.js";
import { offerCopy } from "./copy.js";
import { keepFresh, refresh } from "./part.js";

const room = document.querySelector("#room");
if (room instanceof HTMLElement) {
  keepFresh(room);
  const chat = document.querySelector("#chat");
  const connection = new Connection(room.dataset.socket ?? "", {
    apply: (frame) => received(frame, room, chat),
    settle: () => {},
    line: () => {},
  });
  connection.start();
  if (chat) offerTalk(chat, connection);
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (button instanceof HTMLElement) offerCopy(button);
}

/** @param {Frame} frame @param {HTMLElement} room @param {Element | null} chat */
function received(frame, room, chat) {
  if (frame.type === "lobby" || frame.type === "game" || frame.type === "entry") refresh(room);
  if (frame.type === "game") showLines(chat, frame.chat ?? []);
  if (frame.type === "chat") addLine(chat, frame);
}

/** @param {Element} chat @param {Connection} connection */
function offerTalk(chat, connection) {
  chat.removeAttribute("hidden");
  const input = chat.querySelector("input");
  const error = chat.querySelector("#say-error");
  chat.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input?.value.trim();
    if (!input || !text) return;
    const sent = connection.send({ type: "chat", id: newId(), text });
    error?.toggleAttribute("hidden", sent);
    if (sent) input.value = "";
  });
}

/** @param {Element | null} chat @param {Frame[]} lines */
function showLines(chat, lines) {
  chat?.querySelector(".lines")?.replaceChildren();
  for (const line of lines) addLine(chat, line);
}

/** @param {Element | null} chat @param {Frame} line */
function addLine(chat, line) {
  const list = chat?.querySelector(".lines");
  if (!list) return;
  const who = document.createElement("b");
  who.textContent = `${line.user}: `;
  const item = document.createElement("p");
  item.append(who, line.text);
  list.append(item);
  list.scrollTop = list.scrollHeight;
}
