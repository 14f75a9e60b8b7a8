// The drawer behind the scenes: the log of requests and gateway messages, and fault injection.

import * as api from "./api.js";
import { attempt } from "./actions.js";
import { fill, h } from "./dom.js";
import { state } from "./state.js";
import { startFaults } from "./faults.js";

/** The most rows in the document. */
const SHOWN_MAX = 150;

/** @param {HTMLElement} drawer */
export function startInspector(drawer) {
  const list = h("ol", { class: "inspector-list", "aria-label": "What was said, the newest first" });
  const seek = h("input", {
    type: "search",
    class: "seek",
    placeholder: "Filter, such as PATCH or 429",
    "aria-label": "Filter",
    oninput: () => draw(),
  });
  const faults = h("div", { class: "faults" });
  const pages = { log: h("div", { class: "inspector-page" }, seek, list), faults };
  const tabs = tabList(
    [
      ["log", "Said"],
      ["faults", "Trouble"],
    ],
    pages,
  );
  fill(drawer, tabs, pages.log, pages.faults);
  const redrawFaults = startFaults(faults);
  let isAsked = false;

  function draw() {
    const wanted = seek.value.toLowerCase();
    const isWanted = (it) =>
      !wanted ||
      JSON.stringify([it.method, it.path, it.status, it.name, it.direction]).toLowerCase().includes(wanted);
    const open = new Set([...list.querySelectorAll("details[open]")].map((it) => it.dataset.key));
    fill(
      list,
      state.log
        .filter(isWanted)
        .slice(-SHOWN_MAX)
        .reverse()
        .map((it) => entry(it, open)),
    );
  }
  state.on("log", () => {
    if (isAsked || drawer.hidden) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  });
  state.on("here", redrawFaults);
  // Gateway messages from before the new socket are not repeated.
  state.on("connection", () => list.setAttribute("aria-busy", String(state.connection !== "open")));

  return {
    async toggle(isOpen) {
      drawer.hidden = !isOpen;
      list.setAttribute("aria-busy", String(isOpen));
      state.record(isOpen);
      if (!isOpen) return;
      redrawFaults();
      const before = (await attempt(() => api.requests(60))) ?? [];
      const there = new Set(state.log.map((it) => it.number));
      state.log = [
        ...before.filter((it) => !there.has(it.number)).map((it) => ({ ...it, kind: "request" })),
        ...state.log,
      ];
      draw();
    },
  };
}

function tabList(names, pages) {
  const choose = (wanted) => {
    for (const [key, page] of Object.entries(pages)) page.hidden = key !== wanted;
    for (const tab of tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.key === wanted));
  };
  const press = (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = event.currentTarget.nextSibling ?? event.currentTarget.previousSibling;
    other.focus();
    other.click();
  };
  const tabs = h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": "Drawer" },
    names.map(([key, name]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          class: "tab",
          id: `tab-${key}`,
          "data-key": key,
          "aria-controls": `page-${key}`,
          onclick: () => choose(key),
          onkeydown: press,
        },
        name,
      ),
    ),
  );
  for (const [key, page] of Object.entries(pages)) {
    page.id = `page-${key}`;
    page.setAttribute("role", "tabpanel");
    page.setAttribute("aria-labelledby", `tab-${key}`);
  }
  choose(names[0][0]);
  return tabs;
}

const keyOf = (it) => (it.kind === "gateway" ? `${it.at} ${it.name}` : `request ${it.number ?? it.at}`);

function entry(it, open) {
  const key = keyOf(it);
  const details = h(
    "details",
    {
      class: "inspector-entry",
      "data-key": key,
      open: open.has(key),
      ontoggle: (event) => event.target.open && fillPayload(event.target, it),
    },
    summary(it),
  );
  if (open.has(key)) fillPayload(details, it);
  return h("li", {}, details);
}

function summary(it) {
  const at = h(
    "time",
    { class: "inspector-at", datetime: it.at },
    new Date(it.at).toLocaleTimeString([], { hour12: false }),
  );
  if (it.kind === "gateway") {
    const isToBot = it.direction === "to-bot";
    return h(
      "summary",
      {},
      h(
        "span",
        { class: "method method-gateway", title: isToBot ? "Gateway, to the bot" : "Gateway, from the bot" },
        isToBot ? "↓ WS" : "↑ WS",
      ),
      h("span", { class: "inspector-path" }, it.name ?? ""),
      at,
    );
  }
  const kind =
    it.status === 0 || it.status >= 500 ? "is-broken" : it.status >= 400 ? "is-refused" : "is-fine";
  return h(
    "summary",
    {},
    h("span", { class: `method method-${it.method.toLowerCase()}` }, it.method),
    h(
      "span",
      { class: "inspector-path", title: it.path },
      (it.template ?? it.path).replace(/\{[^}]*\}/g, "…"),
    ),
    h("span", { class: `status ${kind}` }, it.status || "cut"),
    h("span", { class: "inspector-ms" }, `${it.ms.toFixed(it.ms < 10 ? 1 : 0)} ms`),
    at,
  );
}

function fillPayload(details, it) {
  if (details.querySelector(".payload")) return;
  const parts =
    it.kind === "gateway"
      ? [["Payload", it.payload]]
      : [
          ["Path", it.query ? `${it.path}?${it.query}` : it.path],
          ["Body", it.body],
          ["Files", it.files?.length ? it.files : null],
          ["Refusal", it.refusal],
        ];
  const said = parts.filter(([, value]) => value !== null && value !== undefined);
  details.append(
    h(
      "dl",
      { class: "payload" },
      said.map(([name, value]) =>
        h(
          "div",
          {},
          h("dt", {}, name),
          h(
            "dd",
            {},
            h("pre", { tabindex: 0 }, typeof value === "string" ? value : JSON.stringify(value, null, 2)),
          ),
        ),
      ),
    ),
  );
}
