import type { Moving, YieldEntry } from '../log/log.ts'
import type { ArrivalLine, Moved, ProgrammeLine } from './evidence.ts'

/**
 * The moves under way after these lines, by number. Null when a line contradicts them: a move of a currency that is under way
 * already, or an arrival that is not that of a move under way.
 */
export function movingAfter(before: readonly Moving[], lines: readonly ProgrammeLine[]): Moving[] | null {
  let moving = [...before]
  for (const line of lines) {
    if (line.kind === 'move') {
      if (moving.some(({ currency }) => currency === line.currency)) return null
      moving.push({ number: line.number, ...movedOf(line) })
    }
    if (line.kind === 'arrival') {
      const left = moving.filter((one) => !isArrivalOf(line, one))
      if (left.length === moving.length) return null
      moving = left
    }
  }
  return moving
}

/** Whether an entry states exactly these moves. */
export function areMoving(stated: readonly Moving[], moving: readonly Moving[]): boolean {
  return (
    stated.length === moving.length &&
    stated.every((one, i) => one.number === moving[i]?.number && isSame(one, moving[i]))
  )
}

/**
 * Whether a day can leave these moves under way, as far as its entry and that of the day before show: each was under way before,
 * or has a line of the day, and no currency has two.
 */
export function canLeaveMoving(
  { first, last, moving }: Pick<YieldEntry, 'first' | 'last' | 'moving'>,
  before: readonly Moving[],
): boolean {
  const older = moving.filter(({ number }) => number < first)
  return (
    older.every((one) => before.some((other) => areMoving([one], [other]))) &&
    moving.every((one, i) => one.number <= last && one.number > (moving[i - 1]?.number ?? 0)) &&
    new Set(moving.map(({ currency }) => currency)).size === moving.length
  )
}

function movedOf({ from, to, currency, amount }: Moved): Moved {
  return { from, to, currency, amount }
}

function isArrivalOf(line: ArrivalLine, one: Moving): boolean {
  return line.move === one.number && isSame(line, one)
}

function isSame(one: Moved, other: Moved): boolean {
  const { from, to, currency, amount } = other
  return one.from === from && one.to === to && one.currency === currency && one.amount === amount
}
