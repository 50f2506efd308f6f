import { isCount, isUnits } from '../fields.ts'
import { isRecord } from '../json.ts'

/**
 * The pricing rules that the log announces (`presentRules` gives this program's). Shares and chances in millionths, times in ms,
 * amounts as digits of 1e-8 units. The name fixes everything except `ChangeableRules`.
 */
export interface Rules extends ChangeableRules {
  name: string
  feePpm: number
  /** Standard errors of the deviation that a rate and a bid allow for. */
  errors: number
  quoteLife: number
  /** The largest change of a deviation that a quote survives. */
  quoteMovedPpm: number
  /** The entry tick is at least this long after acceptance, and at most `entryWait` later still. */
  entryDelay: number
  entryWait: number
  /**
   * Last time before its due second at which an order can be closed early; lifetime of a bid, and how far the bid may fall within
   * it.
   */
  closeUntil: number
  bidLife: number
  bidSlipPpm: number
  modelLife: number
  modelMovedPpm: number
  /** Largest orders that one user may hold in a product; shares of the bankroll that all orders and one user's may win. */
  userOrders: number
  houseSharePpm: number
  userSharePpm: number
}

/** The rules that may change from one `rules` entry to the next under the same name. */
export interface ChangeableRules {
  marginPpm: number
  chancesPpm: readonly number[]
  /** Seconds, and how many ticks fix the settlement price. */
  durations: readonly (readonly [seconds: number, fixingTicks: number])[]
  /** Smallest and largest stake by currency. */
  stakes: Readonly<Record<string, readonly [least: string, most: string]>>
}

const COUNTS = [
  'feePpm',
  'errors',
  'quoteLife',
  'quoteMovedPpm',
  'entryDelay',
  'entryWait',
  'closeUntil',
  'bidLife',
  'bidSlipPpm',
  'modelLife',
  'modelMovedPpm',
  'userOrders',
  'houseSharePpm',
  'userSharePpm',
] as const satisfies readonly (keyof Rules)[]

/** Whether a value has exactly the fields of rules, with plausible figures. */
export function isRules(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).length !== COUNTS.length + 5) return false
  const { name, marginPpm, chancesPpm, durations, stakes } = value
  return (
    typeof name === 'string' &&
    /^[a-z0-9-]{1,40}$/.test(name) &&
    COUNTS.every((field) => isCount(value[field])) &&
    isShare(marginPpm) &&
    isListOf(chancesPpm, (one) => isShare(one) && one > 0) &&
    isListOf(durations, (one) => isListOf(one, isCount) && one.length === 2) &&
    isRecord(stakes) &&
    Object.values(stakes).every((one) => isListOf(one, isUnits) && one.length === 2)
  )
}

/** Whether two rules agree in everything fixed by their name, so that the same program computes both. */
export function isSameKind(one: Rules, other: Rules): boolean {
  return one.name === other.name && COUNTS.every((field) => one[field] === other[field])
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[]
function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[]
function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= 100 && value.every(isItem)
}

function isShare(value: unknown): value is number {
  return isCount(value) && value < 1_000_000
}
