// Pictures and other files of a message.

import { h, icon } from "./dom.js";

/** The largest size of a picture in Discord. */
const WIDTH_MAX = 550;
const HEIGHT_MAX = 350;

/** A file's path on this server, whatever its host name is. */
function place(url) {
  try {
    const whole = new URL(url, location.href);
    return whole.pathname.startsWith("/attachments/") ? whole.pathname : whole.href;
  } catch {
    return "";
  }
}

const isPicture = (file) =>
  file.isPicture || file.content_type?.startsWith("image/") || /\.(png|gif|jpe?g|webp)$/i.test(file.filename ?? "");

/** The displayed size of a picture; null for other files and unknown sizes. */
export function shownSize(file) {
  if (!isPicture(file) || !file.width || !file.height) return null;
  const scale = Math.min(1, WIDTH_MAX / file.width, HEIGHT_MAX / file.height);
  return { width: Math.round(file.width * scale), height: Math.round(file.height * scale) };
}

/** A picture, or a link to another file. */
export function attachment(file) {
  return isPicture(file) ? picture(file) : card(file);
}

/** A picture that a click enlarges. */
function picture(file) {
  const size = shownSize(file) ?? {};
  const alt = file.description ?? "";
  const image = h("img", { src: place(file.url), alt, ...size, decoding: "async", draggable: "false" });
  const button = h(
    "button",
    {
      type: "button",
      class: "picture",
      "data-control": file.url,
      "aria-label": `Enlarge the picture${alt ? `: ${alt}` : ""}`,
      onclick: () => enlarge(file),
    },
    image,
    alt && h("span", { class: "alt-badge", title: alt, "aria-hidden": "true" }, "ALT"),
  );
  // The element has its final size before the picture is loaded, so that nothing jumps.
  if (size.width) button.style.aspectRatio = `${size.width} / ${size.height}`;
  if (size.width) button.style.width = `${size.width}px`;
  return button;
}

function enlarge(file) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: "enlarged", "aria-label": "Picture", onclick: close },
    h("img", { src: place(file.url), alt: file.description ?? "", width: file.width, height: file.height }),
    h(
      "div",
      { class: "enlarged-words", onclick: (event) => event.stopPropagation() },
      file.description && h("p", {}, file.description),
      h("a", { href: place(file.url), target: "_blank", rel: "noreferrer noopener" }, "Open in a new tab"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "icon-button enlarged-close",
        "aria-label": "Close the picture",
        onclick: close,
      },
      icon("close"),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function card(file) {
  return h(
    "div",
    { class: "file" },
    icon("file"),
    h(
      "div",
      { class: "file-words" },
      h(
        "a",
        { href: place(file.url), download: file.filename, "data-control": file.url },
        file.filename ?? "file",
      ),
      h("span", { class: "file-size" }, sizeInWords(file.size)),
    ),
  );
}

function sizeInWords(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
