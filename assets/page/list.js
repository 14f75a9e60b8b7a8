// A long list, of which only the visible rows are in the document.

/** Rows within this many pixels of the visible part are in the document as well. */
const AROUND = 500;
/** A scroll position within this many pixels of the end counts as the end. */
const NEAR = 24;

/**
 * @typedef {object} Item
 * @property {string} key
 */

/**
 * @template {Item} T
 */
export class LongList {
  #items = /** @type {T[]} */ ([]);
  /** The measured heights, by key. */
  #heights = new Map();
  /** The offset of each item, and of the end. */
  #offsets = [0];
  /** The rows in the document, by key. */
  #rows = new Map();
  #isAtEnd = true;
  #isAsked = false;
  /** The scroll position that the list has set, or null, to tell it from the reader's scrolling. */
  #set = /** @type {number | null} */ (null);

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} inner
   * @param {{render: (item: T) => HTMLElement, estimate: (item: T) => number, isSame: (one: T, other: T) => boolean, nearTop: () => void}} how
   */
  constructor(scroller, inner, how) {
    this.scroller = scroller;
    this.inner = inner;
    this.how = how;
    this.grown = new ResizeObserver((entries) => this.#measured(entries));
    new ResizeObserver(() => this.#ask()).observe(scroller);
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
  }

  /** @param {T[]} items */
  show(items) {
    const anchor = this.#anchor();
    this.#items = items;
    this.#place();
    this.#draw(anchor);
  }

  /** Removes everything, before another list is shown. */
  clear() {
    for (const row of this.#rows.values()) this.grown.unobserve(row.element);
    this.#rows.clear();
    this.#heights.clear();
    this.#items = [];
    this.inner.replaceChildren();
    this.#isAtEnd = true;
    this.#place();
  }

  get isAtEnd() {
    return this.#isAtEnd;
  }

  toEnd() {
    this.#isAtEnd = true;
    this.#draw(null);
  }

  /** Scrolls to an item, and returns its row. */
  to(key) {
    const at = this.#items.findIndex((it) => it.key === key);
    if (at < 0) return null;
    this.#isAtEnd = false;
    // Twice, as estimated heights are measured only after the first time.
    for (let times = 0; times < 2; times += 1) {
      const middle = this.#offsets[at] - this.scroller.clientHeight / 3;
      this.#scrollTo(middle);
      this.#draw({ key, delta: this.#offsets[at] - this.scroller.scrollTop });
    }
    return this.#rows.get(key)?.element ?? null;
  }

  #place() {
    let sum = 0;
    this.#offsets = this.#items.map((item) => {
      const begin = sum;
      sum += this.#heights.get(item.key) ?? this.how.estimate(item);
      return begin;
    });
    this.#offsets.push(sum);
  }

  /**
   * The item that stays in place, and its position: the first one whose top is visible, as an item
   * above it may shrink or grow.
   */
  #anchor() {
    if (this.#isAtEnd || !this.#items.length) return null;
    const { scrollTop, clientHeight } = this.scroller;
    const first = this.#indexAt(scrollTop);
    const next = first + 1;
    const isNextVisible = next < this.#items.length && this.#offsets[next] < scrollTop + clientHeight;
    const visible = this.#offsets[first] < scrollTop && isNextVisible ? next : first;
    // Not the very first one: older messages are inserted below it.
    const at = Math.min(Math.max(1, visible), this.#items.length - 1);
    return { key: this.#items[at].key, delta: this.#offsets[at] - scrollTop };
  }

  #indexAt(y) {
    let low = 0;
    let high = this.#items.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#offsets[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #draw(anchor) {
    // New rows are measured, which moves the visible part; a few times are enough.
    for (let times = 0; times < 4; times += 1) {
      this.#hold(anchor);
      this.#fill();
      if (!this.#measure()) break;
      this.#place();
    }
    this.#hold(anchor);
    if (this.scroller.scrollTop < AROUND) this.how.nearTop();
  }

  /** Keeps the visible rows in place. */
  #hold(anchor) {
    const total = this.#offsets.at(-1);
    this.inner.style.height = `${total}px`;
    if (this.#isAtEnd) return this.#scrollTo(total - this.scroller.clientHeight);
    const at = anchor ? this.#items.findIndex((it) => it.key === anchor.key) : -1;
    if (at >= 0) this.#scrollTo(this.#offsets[at] - anchor.delta);
  }

  #scrollTo(y) {
    const most = Math.max(0, this.#offsets.at(-1) - this.scroller.clientHeight);
    const to = Math.min(Math.max(0, y), most);
    if (Math.abs(this.scroller.scrollTop - to) < 1) return;
    this.scroller.scrollTop = to;
    this.#set = this.scroller.scrollTop;
  }

  /** Adds the visible rows to the document, and removes the others. */
  #fill() {
    if (!this.#items.length) return this.inner.replaceChildren();
    const top = this.scroller.scrollTop;
    const first = this.#indexAt(top - AROUND);
    const last = this.#indexAt(top + this.scroller.clientHeight + AROUND);
    const wanted = new Set();
    let before = null;
    for (let at = first; at <= last; at += 1) {
      const item = this.#items[at];
      wanted.add(item.key);
      const element = this.#row(item);
      element.style.top = `${this.#offsets[at]}px`;
      element.setAttribute("aria-posinset", at + 1);
      element.setAttribute("aria-setsize", this.#items.length);
      const place = before ? before.nextSibling : this.inner.firstChild;
      if (place !== element) this.inner.insertBefore(element, place);
      before = element;
    }
    for (const [key, row] of this.#rows) if (!wanted.has(key)) this.#remove(key, row);
  }

  #row(item) {
    const row = this.#rows.get(item.key);
    if (row && this.how.isSame(row.item, item)) return row.element;
    const element = this.how.render(item);
    this.#rows.set(item.key, { item, element, isMeasured: false });
    this.grown.observe(element);
    if (row) this.#swap(row.element, element);
    return element;
  }

  /** Replaces a changed row, and keeps the focus if possible. */
  #swap(old, element) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    this.grown.unobserve(old);
    old.replaceWith(element);
    if (!focused) return;
    const same =
      focused.dataset.control &&
      element.querySelector(`[data-control="${CSS.escape(focused.dataset.control)}"]`);
    (same || this.scroller).focus({ preventScroll: true });
  }

  #remove(key, row) {
    if (row.element.contains(document.activeElement)) this.scroller.focus({ preventScroll: true });
    this.grown.unobserve(row.element);
    row.element.remove();
    this.#rows.delete(key);
  }

  /** Measures new rows. Returns whether a height has changed. */
  #measure() {
    let isOther = false;
    for (const [key, row] of this.#rows) {
      if (row.isMeasured) continue;
      row.isMeasured = true;
      const height = row.element.offsetHeight;
      if (this.#heights.get(key) === height) continue;
      this.#heights.set(key, height);
      isOther = true;
    }
    return isOther;
  }

  #measured(entries) {
    const isOther = entries.some((entry) => {
      const found = [...this.#rows].find(([, row]) => row.element === entry.target);
      return found && this.#heights.get(found[0]) !== entry.target.offsetHeight;
    });
    if (!isOther) return;
    for (const row of this.#rows.values()) row.isMeasured = false;
    this.#ask();
  }

  #scrolled() {
    const { scrollTop, clientHeight } = this.scroller;
    if (this.#set === null || Math.abs(scrollTop - this.#set) > 1) {
      this.#isAtEnd = scrollTop + clientHeight >= this.#offsets.at(-1) - NEAR;
    }
    this.#set = null;
    this.#ask();
  }

  /** Draws once, before the next frame. */
  #ask() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#draw(this.#anchor());
    });
  }
}
