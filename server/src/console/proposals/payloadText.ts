/** The canonical JSON of a payload: keys sorted, no blanks. Deterministic. */
export function payloadText(payload: unknown): string {
  return JSON.stringify(sorted(payload))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const inOrder = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(inOrder.map(([key, one]) => [key, sorted(one)]))
}
