import { checkDay, type DayStepName, type DayVerdict } from '@tickmark/core/arbitrage/checkDay'
import { parseDayFile } from '@tickmark/core/arbitrage/dayFile'
import type { Crypto } from '@tickmark/core/crypto'
import type { YieldEntry } from '@tickmark/core/log/log'
import { formatAmount } from '@tickmark/core/money/money'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { ShownHead } from './witnesses.ts'

/** The check of a day of the arbitrage programme. */
export type YieldReport = { readable: false } | (DayVerdict & { readable: true; head: ShownHead })

/** Adds a day up again from its file. `day` is the one that was asked for; another one is no answer. */
export function checkYieldFile(
  value: unknown,
  { day, keys }: { day: string | null; keys: HouseKeys | null },
  crypto: Crypto,
): YieldReport {
  const file = parseDayFile(value)
  if (!file || (day !== null && file.day !== day)) return { readable: false }
  const head = { note: file.checkpoint, keys: file.keys }
  return { ...checkDay(file, crypto, keys ?? {}), readable: true, head }
}

const TEXTS: Record<DayStepName, { holds: string; broken: string }> = {
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
    holds: 'Traded again on the revealed day, every book and every fill is the same.',
    broken: 'A book or a fill is not what the revealed day gives, or the day was not committed to before.',
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
}

/** The report in plain words. */
export function yieldText(report: YieldReport, hasKeys: boolean): string {
  if (!report.readable) return 'Unreadable: this is not the file of that day.'
  const lines = report.steps.map(({ name, ok, unshown }) => {
    if (unshown) return "  NOT SHOWN  The venues' books and fills: only a revealed day can be traded again."
    return ok ? `  ok      ${TEXTS[name].holds}` : `  BROKEN  ${TEXTS[name].broken}`
  })
  const keys = hasKeys
    ? []
    : ['The keys are those that the file names: to compare them, add --keys config.json.']
  return [...headText(report), ...lines, '', VERDICTS[report.verdict], ...keys].join('\n')
}

const VERDICTS: Record<DayVerdict['verdict'], string> = {
  holds:
    'DAY HOLDS: payouts follow from the pool, the pool from the profit, the profit from the trades, and these from the market.',
  not_proven:
    "NOT PROVEN: payouts, pool, profit and trades follow from one another, but that the venues filled these orders is the house's word.",
  broken: 'BROKEN: this file does not show what the day earned and paid.',
}

function headText({ entry, trades, moves }: DayVerdict): string[] {
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
