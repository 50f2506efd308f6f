import {
  checkDay,
  type DayStep,
  type DayStepName,
  type DayVerdict,
} from '@tickmark/core/arbitrage/day/checkDay'
import { checkOwnLine, type OwnStep, type OwnStepName } from '@tickmark/core/arbitrage/day/checkOwnLine'
import { parseDayFile } from '@tickmark/core/arbitrage/day/dayFile'
import { parseHostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import type { Crypto } from '@tickmark/core/crypto'
import type { YieldEntry } from '@tickmark/core/log/log'
import { formatAmount } from '@tickmark/core/money/money'
import { publishedAt, type PublishedKeys } from '@tickmark/core/evidence/publishedKeys'
import type { YieldLogProblem } from './secondYield.ts'
import type { ShownHead } from '../witnesses.ts'
import { keysHint, stepLines, type StepTexts } from '../stepLines.ts'

/** The check of a day of the arbitrage programme. */
export type YieldReport =
  | { readable: false; file: 'day' | 'line' }
  | (Omit<DayVerdict, 'steps'> & { readable: true; steps: (DayStep | OwnStep)[]; head: ShownHead })

/**
 * Recomputes a day from its file. `day` is the requested day; a file of another day is rejected. `line` is the hosting ticket
 * whose line to look for; undefined for none.
 */
export function checkYieldFile(
  value: unknown,
  { day, keys, line }: { day: string | null; keys: PublishedKeys | null; line?: unknown },
  crypto: Crypto,
): YieldReport {
  const file = parseDayFile(value)
  if (!file || (day !== null && file.day !== day)) return { readable: false, file: 'day' }
  const ticket = line === undefined ? null : parseHostingFile(line)
  if (line !== undefined && !ticket) return { readable: false, file: 'line' }
  const head = { note: file.checkpoint, keys: file.keys }
  const checked = checkDay(file, crypto, keys ? publishedAt(keys, head.keys, head.note) : {})
  const own = ticket ? checkOwnLine(file, ticket, crypto) : []
  const verdict = verdictWith(checked.verdict, own)
  return { ...checked, verdict, steps: [...checked.steps, ...own], readable: true, head }
}

function verdictWith(day: DayVerdict['verdict'], own: readonly OwnStep[]): DayVerdict['verdict'] {
  if (own.some(({ ok, unshown }) => !ok && !unshown)) return 'broken'
  return day === 'holds' && own.some(({ ok }) => !ok) ? 'not_proven' : day
}

const TEXTS: Record<DayStepName | OwnStepName, StepTexts> = {
  form: {
    holds: 'The file is a day of the arbitrage programme: every field is there, and no other.',
    broken: 'A figure in the file is out of range.',
  },
  keys: { holds: 'It names the published keys.', broken: 'It names other keys than the published ones.' },
  entries: {
    holds: 'All its log entries lie in one tree.',
    broken: 'Its log entries do not lie in the tree of its head.',
  },
  checkpoint: { holds: 'The head of that tree is signed.', broken: 'The signature over the head is wrong.' },
  day_logged: {
    holds: 'The day is in the log, after its end, and goes on where the day before ended.',
    broken: 'The log has no such day, or it does not go on where the day before ended.',
  },
  lines: {
    holds:
      'The lines are numbered without a gap, in the order of time, and the counted ones are of this day.',
    broken: 'A line is missing, out of order, of another day, or no line.',
  },
  lines_logged: {
    holds: 'The log committed to all lines before the day was closed.',
    broken: 'The lines are not those that the log has committed to before the day was closed.',
  },
  lines_in_time: {
    holds: 'Each line was in the log within 90 s of its end.',
    broken: '',
  },
  lines_root: {
    holds: "The day's root is that of its lines.",
    broken: "The day's root is not that of its lines.",
  },
  trades: {
    holds: 'Each trade sold what it bought, within its limits, and its profit is what its legs brought.',
    broken: 'A trade does not agree with its own legs.',
  },
  orders_once: { holds: 'No order to a venue appears twice.', broken: 'An order to a venue appears twice.' },
  market: {
    holds: 'Traded again on the revealed day, every book and fill is the same, and so is what moves cost.',
    broken:
      'A book, a fill or the cost of a move is not what the revealed day gives, or the day was not committed to before.',
  },
  holdings: {
    holds:
      'What the venues hold follows from the day before, its trades and moves, and what the day took of them.',
    broken:
      'What the venues hold does not follow from the day before, its trades and moves, and what it earned.',
  },
  moves: {
    holds: 'Each move was one that a short venue needed, by the rule, and cost no more than that.',
    broken: 'A move was not needed by what the venues held, or is not the one that the rule gives.',
  },
  arrivals: {
    holds: 'Each move arrived once, as it was decided, or the day states it as under way.',
    broken:
      'A move arrived twice or otherwise than it was decided, or the day is silent about one under way.',
  },
  profit: {
    holds: "The day's profit is the sum of its lines.",
    broken: "The day's profit is not the sum of its lines.",
  },
  pool: {
    holds: 'What is shared is half of what remained after earlier losses.',
    broken: 'What is shared does not follow from profit and earlier losses.',
  },
  payout_lines: {
    holds: 'Each order has one payout of this day.',
    broken: 'A payout is told twice, out of order, of another day, or no line.',
  },
  earlier_lines: {
    holds: 'The orders of the day before are those that the log committed to.',
    broken: 'The orders of the day before are not those that the log committed to.',
  },
  hostings: {
    holds: 'Tickets and early exits are numbered without a gap, and the counted ones are of their day.',
    broken: 'A ticket or an early exit is missing, out of order, of another day, or no statement.',
  },
  hostings_logged: {
    holds: 'The log committed to all tickets and early exits before the day was closed.',
    broken: 'Tickets and early exits are not those that the log committed to before the day was closed.',
  },
  hostings_in_time: {
    holds: 'Each ticket was in the log before the first day that it shares in.',
    broken: '',
  },
  products: {
    holds: 'Each order has the terms of the version in force, which the log had before its ticket.',
    broken: 'An order has other terms than its version in the log, or one that was not in force.',
  },
  exits: {
    holds: 'Each early exit ended an order that stood, and took the fee of its version.',
    broken: 'An early exit is of an order that did not stand, or its sums are not those of its version.',
  },
  hosts: {
    holds: 'The payouts are to all orders with a ticket that stood the day, and to no others.',
    broken: 'A payout is to an order that has no ticket or did not stand the day, or one is left out.',
  },
  payouts_root: {
    holds: 'The log committed to these payouts.',
    broken: 'The log committed to other payouts.',
  },
  payouts: {
    holds: "Each order got its share, at most its product's upper yield.",
    broken: 'An order got more or less than its share.',
  },
  sums: {
    holds: 'Number of orders, principal and payouts add up, and no account was paid more than is shared.',
    broken: 'Number of orders, principal or payouts do not add up, or more was paid than is shared.',
  },
  own_ticket: {
    holds: 'The house signed your ticket.',
    broken: 'Your file is no ticket that this house signed.',
  },
  own_line: {
    holds: 'The day has your order as your ticket says: its line, or none where it does not share.',
    broken: 'The day does not have the line of your order, or has it with other terms than your ticket.',
  },
}

/** The subject of an unshown step. */
const UNSHOWN: Partial<Record<DayStepName | OwnStepName, string>> = {
  market: "The venues' books, fills and moves: only a revealed day can be traded again.",
  lines_in_time: 'That no trade was made up afterwards: a line was logged later than 90 s after its end.',
  hostings_in_time: 'That no ticket was made up afterwards: one was logged later than 3 s after its day.',
  own_ticket: 'Your ticket names another receipts key than the file: the log says when it was changed.',
  own_line:
    'Your order was already missing on the day before: the files of earlier days show whether it had ended.',
}

/** The report in plain words. */
export function yieldText(report: YieldReport, hasKeys: boolean): string {
  if (!report.readable)
    return report.file === 'day'
      ? 'Unreadable: this is not the file of that day.'
      : 'Unreadable: the line file is not the ticket of a hosting order.'
  const lines = stepLines(report.steps, TEXTS, (name) => UNSHOWN[name] ?? TEXTS[name].holds)
  const keys = keysHint(hasKeys)
  return [...headText(report), ...lines, '', VERDICTS[report.verdict], ...keys].join('\n')
}

/** Problems that only the whole log shows, even if the day's file holds. */
export const YIELD_IN_LOG: Record<YieldLogProblem, string> = {
  not_in_log: "BROKEN: the day's entry is not under the head that the house signs now.",
  other_keys:
    'NOT PROVEN: another key signs the log now than the one of this file: fetch the file again, or give the present keys with --keys.',
  second_yield: 'BROKEN: the log has another yield of this day.',
  broken_chain:
    "BROKEN: losses and holdings of earlier days do not follow from one another, back to the log's first day.",
  not_in_tree: 'BROKEN: the entries that the house gives are not in the tree of its signed head.',
  begins_late: 'BROKEN: the house gives the entries of the log only from a later time on.',
  time_runs_back: 'BROKEN: an entry of the log is earlier than the one before it.',
}

const VERDICTS: Record<DayVerdict['verdict'], string> = {
  holds:
    'DAY HOLDS: payouts follow from the pool, the pool from the profit, the profit from the trades, and these from the market.',
  not_proven:
    "NOT PROVEN: payouts, pool, profit and trades follow from one another, but what is not shown is the house's word.",
  broken: 'BROKEN: this file does not show what the day earned and paid.',
}

function headText({ entry, trades, moves }: Omit<DayVerdict, 'steps'>): string[] {
  if (!entry) return []
  const usdt = (units: string) => `${formatAmount(BigInt(units))} USDT`
  return [
    `Arbitrage programme, ${entry.day} (UTC): ${trades} trades, ${moves} moves, profit ${usdt(entry.profit)}`,
    `  still to be earned back ${usdt(entry.carried.replace('-', ''))}, shared in each account at most ${usdt(entry.pool)}`,
    bookText('Real account', entry.real),
    bookText('Practice account', entry.simulated),
  ]
}

function bookText(title: string, [count, hosted, paid]: YieldEntry['real']): string {
  const sums = `${formatAmount(BigInt(paid))} USDT to ${count} orders of ${formatAmount(BigInt(hosted))} USDT`
  return `  ${title}: ${sums}`
}
