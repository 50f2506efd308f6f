import { FIRST_SEQ } from '@tickmark/core/log/log'
import { formatAmount } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import {
  calibrationOf,
  type BookFigures,
  type RecordFigures,
  type Tally,
} from '@tickmark/core/record/recordFigures'
import { refusedAgainst, type RefusedTally } from '@tickmark/core/record/refusedFigures'
import type { RecordReport } from './record.ts'
import { brokenLine } from '../stepLines.ts'

const PROBLEMS: Record<NonNullable<RecordReport['problem']>, string> = {
  not_as_logged: 'BROKEN: the file is not the one that the log has committed to.',
  unsound: 'BROKEN: a line pays what its own stake, rate and outcome do not give.',
  told_twice: 'BROKEN: a line has a ticket of which an earlier line has told the result.',
  not_in_tree: 'BROKEN: the entries that the house gives are not in the tree of its signed head.',
  begins_late: 'BROKEN: the house gives the entries of the log only from a later time on.',
  time_runs_back: 'BROKEN: an entry of the log is earlier than the one before it.',
  wrong_withdrawals:
    'BROKEN: the log ends a withdrawal twice, or one that it had not promised, or leaves one out.',
  shared_payment: 'BROKEN: two withdrawals end by one transaction in the log.',
  second_record: 'BROKEN: the log has another record of this day.',
  wrong_times:
    'BROKEN: the withdrawals are not those that the log says were paid on this day, or took another time.',
  wrong_oldest:
    'BROKEN: an entry of tickets or results names another model than the oldest that may price then.',
  hasty_model: 'BROKEN: the log has a model less than 20 s after another one of the same rules and day.',
  hasty_rules: 'BROKEN: the log has rules that act less than an hour after those before them.',
  hidden_rules: 'BROKEN: an entry of the log names other rules as the newest than the log has before it.',
  incomplete: 'BROKEN: the lines are not the results that the log has of this day.',
  wrong_refusals: 'BROKEN: the refusals are not those that the log has of the day before.',
  wrong_outcome: 'BROKEN: an outcome does not follow from the logged prices.',
  wrong_price: 'BROKEN: an order had another price than the logged rules and model give.',
  own_order: 'BROKEN: the record does not say of your order what its receipt says.',
}

const OWN = {
  told: 'Your order is in it, as in its receipt.',
  differs: 'BROKEN  Your order is in it, but not as in its receipt.',
  missing:
    'Your order is not in it. A result of the last seconds of a day is in the record of the next day, and so is each refusal.',
  untold:
    'Your refusal is in it, without terms. Only --full shows whether the terms of a refused order belong there.',
} as const

/** The report in plain words, with the figures as the page shows them. */
export function recordText(report: RecordReport, hasKeys: boolean): string {
  const { day, entry, size, read, problem, line, full, own } = report
  const { withdrawals } = read.figures
  return [
    `Record of ${day} (UTC): log entry ${entry.seq}, in the signed head of ${size} entries.`,
    `${read.orders} orders, ${read.withdrawals} withdrawals, root ${read.root}.`,
    ...bookText('Real account', read.figures.real),
    ...bookText('Practice account', read.figures.simulated),
    '',
    ...refusalsText(read.figures),
    '',
    withdrawals.count === 0
      ? 'No withdrawal was paid.'
      : `Withdrawals, from promise to payment in the log: median ${seconds(withdrawals.medianMs)}, slowest ${seconds(withdrawals.slowestMs)}.`,
    ...(full ? fullText(full) : []),
    ...(own ? [OWN[own]] : []),
    '',
    problem === null
      ? `HOLDS: the figures follow from the lines, and the lines are those of the log${full ? '' : ' entry. Add --full to decide each order again'}.`
      : `${PROBLEMS[problem]}${line === null ? '' : ` (line ${line})`}`,
    ...(hasKeys ? [] : ['Compared with the keys that the house names; add --keys config.json for others.']),
  ].join('\n')
}

function fullText({
  entries,
  first,
  decided,
  undecided,
  refused,
  wrong,
  isComplete,
}: NonNullable<RecordReport['full']>) {
  return [
    `Decided again on ${entries} entries of the log: ${decided} outcomes follow, ${undecided} cannot be decided from a line alone.`,
    refused > 0 ? `The prices make of ${refused} refused orders what their lines say.` : '',
    ...wrong.map(({ hash, problem }) => brokenLine(`${hash}: ${problem}`)),
    isComplete
      ? 'The lines are all results that the log has of this day, all refusals that belong to it, and no others.'
      : '',
    first === FIRST_SEQ
      ? 'Every entry of the log was read: each names the newest rules before it.'
      : `The check begins at entry ${first}: whether the house left rules out before it shows only with --from-start.`,
  ].filter((text) => text !== '')
}

function refusalsText({ real, simulated, refusals }: RecordFigures): string[] {
  if (refusals === 0) return ['No signed request was refused.']
  return [
    `Signed refusals of the day before: ${refusals}. Refused orders, decided on the logged prices as if they had been accepted:`,
    ...refusedText('real', real.refused),
    ...refusedText('practice', simulated.refused),
  ]
}

function refusedText(book: string, tally: RefusedTally): string[] {
  const found = refusedAgainst(tally)
  if (!found) return [`  ${book}: none`]
  const { decided, won, expected, error } = found
  return [
    `  ${book}: ${won} of ${decided} would have won, ${decided - won} not; ${expected.toFixed(1)} ±${error.toFixed(1)} by their chances`,
  ]
}

const HEAD = ['', 'orders', 'decided', 'won', 'promised', 'margin', 'promised', 'closed', 'void']

function bookText(title: string, { groups, money }: BookFigures): string[] {
  const rows = groups.filter((one) => one.bin === 0).toSorted(byPlace)
  if (rows.length === 0) return ['', `${title}: no order was settled.`]
  const bins = groups.filter((one) => one.bin > 0)
  const sums = money.map(({ currency, stake, payout }) => {
    return `  staked ${formatAmount(BigInt(stake))} ${currency}, paid out ${formatAmount(BigInt(payout))} ${currency}`
  })
  return ['', `${title}:`, ...tableText([HEAD, ...[...rows, ...bins].map(cellsOf)]), ...sums]
}

/** Order: totals, then coins, then durations, then both. */
function byPlace(one: Tally, other: Tally): number {
  const rank = ({ pid, duration }: Tally) => (pid > 0 ? 1 : 0) + (duration > 0 ? 2 : 0)
  return rank(one) - rank(other) || one.pid - other.pid || one.duration - other.duration
}

function cellsOf(tally: Tally): string[] {
  const found = calibrationOf(tally)
  const [won, promised, margin, promisedMargin] = found
    ? [
        `${percent(found.won)} ±${percent(found.wonError)}`,
        percent(found.promised),
        `${percent(found.margin)} ±${percent(found.marginError)}`,
        percent(found.promisedMargin),
      ]
    : ['-', '-', '-', '-']
  const counts = [tally.orders, found?.decided ?? 0].map(String)
  return [
    nameOf(tally),
    ...counts,
    won,
    promised,
    margin,
    promisedMargin,
    String(tally.closed),
    String(tally.void),
  ]
}

function nameOf({ pid, duration, bin }: Tally): string {
  if (bin > 0) return `chance about ${5 * (bin - 1)} %`
  const parts = [
    ...(pid > 0 ? [productById(pid)?.symbol ?? `coin ${pid}`] : []),
    ...(duration > 0 ? [`${duration} s`] : []),
  ]
  return parts.join(' ') || 'all'
}

function tableText(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows.map((row) => {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    )
    return `  ${cells.join('  ')}`
  })
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
