// Popups beside a button, one at a time, such as menus.

const MARGIN = 8;

/** @type {{element: HTMLElement, anchor: HTMLElement, closed: () => void} | null} */
let open = null;

/**
 * Opens an element below its anchor, or above it if there is more room. On small screens the style
 * sheet places it at the lower edge.
 */
export function openPopup(anchor, element, closed) {
  closePopup();
  element.classList.add("popup");
  document.getElementById("popups").append(element);
  open = { element, anchor, closed };
  place();
}

export function closePopup() {
  if (!open) return;
  const { element, closed } = open;
  open = null;
  element.remove();
  closed();
}

export const isOpen = (element) => open?.element === element;

function place() {
  const { element, anchor } = open;
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom - MARGIN;
  const above = box.top - MARGIN;
  const height = Math.min(element.scrollHeight + 2, Math.max(below, above));
  const isBelow = below >= height || below >= above;
  element.style.maxHeight = `${Math.max(isBelow ? below : above, 120)}px`;
  element.style.minWidth = `${Math.min(box.width, innerWidth - 2 * MARGIN)}px`;
  element.style.left = `${Math.max(MARGIN, Math.min(box.left, innerWidth - element.offsetWidth - MARGIN))}px`;
  if (isBelow) element.style.top = `${box.bottom + 4}px`;
  else element.style.bottom = `${innerHeight - box.top + 4}px`;
}

addEventListener("pointerdown", (event) => {
  if (!open || open.element.contains(event.target) || open.anchor.contains(event.target)) return;
  closePopup();
});
addEventListener("resize", closePopup);
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !open) return;
    const { anchor } = open;
    event.stopPropagation();
    closePopup();
    anchor.focus();
  },
  true,
);
