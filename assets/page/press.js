// What is drawn anew between a press and its release loses the click, so drawing waits for the release.

let isPressed = false;
const waiting = new Set();

/** Draws now, or once what is pressed is released and clicked. */
export function whenReleased(draw) {
  if (isPressed) waiting.add(draw);
  else draw();
}

function release() {
  if (!isPressed) return;
  // The click follows the release.
  setTimeout(() => {
    isPressed = false;
    const all = [...waiting];
    waiting.clear();
    for (const draw of all) draw();
  });
}

addEventListener("pointerdown", (event) => (isPressed ||= event.button === 0), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);
