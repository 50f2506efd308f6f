/** Array methods of ES2023, which Node 18 lacks. */
const missing = {
  toSorted(this: readonly unknown[], compare?: (one: unknown, other: unknown) => number): unknown[] {
    // oxlint-disable-next-line unicorn/no-array-sort
    return [...this].sort(compare)
  },
  toReversed(this: readonly unknown[]): unknown[] {
    // oxlint-disable-next-line unicorn/no-array-reverse
    return [...this].reverse()
  },
}

for (const [name, value] of Object.entries(missing)) {
  // oxlint-disable-next-line no-extend-native
  if (!(name in Array.prototype)) Object.defineProperty(Array.prototype, name, { value, writable: true })
}
