// Discord's ids: numbers too long for a number, so they stay text.

/** Which of two ids is the older one, as a sort wants to know it. */
export function byAge(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** Whether an id is younger than another one; everything is younger than none. */
export function isAfter(one, other) {
  return !other || byAge(one, other) > 0;
}
