// Discord's ids. They are texts, as they are too large for a number.

/** Compares two ids by age, for sorting: older ones first. */
export function byAge(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** Whether an id is newer than another one; every id is newer than none. */
export function isAfter(one, other) {
  return !other || byAge(one, other) > 0;
}
