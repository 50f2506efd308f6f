/** A position in a JSON value: the list or object, and the index or name in it. */
interface Place {
  home: Record<string, unknown>
  name: string
  value: unknown
}

const TAMPERINGS = { flip, drop, swap, duplicate }
export type Tampering = keyof typeof TAMPERINGS
export const TAMPERING_NAMES = Object.keys(TAMPERINGS) as Tampering[]

/** A copy of a JSON value with one random change of the given kind; null when the draw changes nothing. */
export function tamper<T>(value: T, kind: Tampering, random: () => number): T | null {
  const copy = cloneOf(value)
  const isChanged = TAMPERINGS[kind](placesOf(copy), random)
  return isChanged && JSON.stringify(copy) !== JSON.stringify(value) ? copy : null
}

function cloneOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const home = value as Record<string, unknown>
  return Object.keys(home).flatMap((name) => [{ home, name, value: home[name] }, ...placesOf(home[name])])
}

function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** Flips one bit of one character or number. */
function flip(places: Place[], random: () => number): boolean {
  const place = pick(
    places.filter((one) => typeof one.value !== 'object'),
    random,
  )
  if (!place) return false
  const { home, name, value } = place
  if (typeof value === 'number') {
    const bit = 2 ** Math.floor(random() * 43)
    home[name] = Math.floor(value / bit) % 2 === 0 ? value + bit : value - bit
    return true
  }
  const text = String(value)
  const at = Math.floor(random() * text.length)
  const code = text.charCodeAt(at) ^ (1 << Math.floor(random() * 8))
  home[name] = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
  return true
}

function drop(places: Place[], random: () => number): boolean {
  const place = pick(places, random)
  if (!place) return false
  if (Array.isArray(place.home)) place.home.splice(Number(place.name), 1)
  else delete place.home[place.name]
  return true
}

/** Swaps two values of the same type, or two neighbours in a list. */
function swap(places: Place[], random: () => number): boolean {
  const one = pick(places, random)
  if (!one) return false
  const isOuter = (other: Place) =>
    typeof one.value === 'object' && typeof other.value === 'object' && other.home !== one.home
  const other = pick(
    places.filter((place) => typeof place.value === typeof one.value && !isOuter(place)),
    random,
  )
  if (!other || other.value === one.value) return false
  one.home[one.name] = other.value
  other.home[other.name] = one.value
  return true
}

/** Repeats an item of a list, or copies a field under another name. */
function duplicate(places: Place[], random: () => number): boolean {
  const place = pick(places, random)
  if (!place) return false
  if (Array.isArray(place.home)) place.home.splice(Number(place.name), 0, cloneOf(place.value))
  else place.home[`${place.name}2`] = cloneOf(place.value)
  return true
}
