// Makes elements without strings of HTML, so that text stays text.

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * An element with attributes, listeners (`onclick: f`) and children. An attribute that is false,
 * null or undefined is left out; one that is true is empty.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** @param {(Child | Child[])[]} children */
function present(children) {
  const isThere = (child) => child !== false && child !== null && child !== undefined;
  return children
    .flat(3)
    .filter(isThere)
    .map((child) => (typeof child === "number" ? String(child) : child));
}

/** The shapes of the icons, in a box of 24 by 24. */
const SHAPES = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  hash: "M9 4L7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M8 4L6.5 16M16 4l-.7 6M4 8h16M3.5 12h9M15 14h6v4h-3l-2 2v-2h-1z",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  plus: "M12 5v14M5 12h14",
  reply: "M10 6l-6 5 6 5v-3.5c5 0 8 1.5 10 5 0-6-3-9.5-10-9.5z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.300a3.5 3.5 0 0 1 0 6.400M18 14.300c2 .8 3.5 2.700 3.5 5.700",
  voice: "M11 5L6.5 9H3v6h3.5L11 19zM15 9a4 4 0 0 1 0 6M18 6a8.5 8.5 0 0 1 0 12",
  news: "M4 10v4h3l9 5V5L7 10zM19.5 9.5v5M8 14l1.500 5",
  forum: "M4 5h16v11h-9l-4.500 4v-4H4zM8 9h8M8 12h5",
  message: "M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8l-4.500 3.500V17H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
  code: "M8 5l-6 7 6 7M16 5l6 7-6 7M13.5 4l-3 16",
  swap: "M7 4L3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8",
  down: "M6 9l6 6 6-6",
  send: "M4 4l17 8-17 8 3-8zM7 12h14",
  check: "M5 13l4.5 4.5L19 7.5",
  slash: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM15 7L9 17",
  warn: "M12 3.5L22 20.5H2zM12 10v5M12 17.5v.5",
};

/**
 * An icon. It is hidden from screen readers.
 * @param {keyof typeof SHAPES} name
 */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** How a text is sent, as words: with a key, or where there is no keyboard with the send button. */
export function sendKey() {
  return [
    h("span", { class: "with-keyboard" }, "press ", h("kbd", {}, "Enter")),
    h("span", { class: "with-touch" }, "tap ", icon("send"), h("span", { class: "for-ears" }, "Send")),
  ];
}

/** A button with an icon, and a label for screen readers. */
export function iconButton(name, label, onclick, attributes = {}) {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes },
    icon(name),
  );
}
