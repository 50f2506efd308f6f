import type { UserKind } from '@tickmark/core/ledger/accounts'
import { parseAmount } from '@tickmark/core/money/money'
import type { Reply } from '../../api/api.ts'

export type StatementLine = Reply<'getStatement'>['lines'][number]

/** The content of a statement's file. Amounts are decimals, times are UTC. */
export interface Statement {
  address: string
  account: 'real' | 'simulated'
  balance: UserKind
  currency: string
  /** Milliseconds since 1970; `fromMs` inclusive, `toMs` exclusive. */
  fromMs: number
  toMs: number
  opening: string
  closing: string
  lines: readonly StatementLine[]
}

/** Whether every balance equals the previous one plus the line's amount, from the opening to the closing balance. */
export function addsUp({
  opening,
  closing,
  lines,
}: Pick<Statement, 'opening' | 'closing' | 'lines'>): boolean {
  let balance = parseAmount(opening)
  for (const line of lines) {
    const amount = parseAmount(line.amount)
    if (balance === null || amount === null) return false
    balance += amount
    if (balance !== parseAmount(line.balance)) return false
  }
  return balance !== null && balance === parseAmount(closing)
}

/** The result of adding up what is on screen; null while pages are missing, or without a line. */
export function sumShown(
  isWhole: boolean,
  balances: Pick<Statement, 'opening' | 'closing'> | null,
  lines: Statement['lines'],
): 'holds' | 'wrong' | null {
  if (!isWhole || !balances || lines.length === 0) return null
  return addsUp({ ...balances, lines }) ? 'holds' : 'wrong'
}

const DIRECTIONS = ['up', 'down']
const COLUMNS = [
  'time',
  'cause',
  'counter_account',
  'amount',
  'balance',
  'currency',
  'reference',
  'order',
  'pair',
  'direction',
  'outcome',
]

/** CSV (RFC 4180): one line for each movement, between one for the opening and one for the closing balance. */
export function csvOf(statement: Statement): string {
  const { currency, opening, closing, fromMs, toMs } = statement
  const rows = [
    COLUMNS,
    [utc(fromMs), 'opening', '', '', opening, currency, '', '', '', '', ''],
    ...statement.lines.map((line) => [
      utc(line.at),
      line.cause,
      line.counter,
      line.amount,
      line.balance,
      currency,
      line.ref,
      line.orderId ?? '',
      line.order?.pair ?? '',
      line.order ? DIRECTIONS[line.order.direction] : '',
      (line.cause === 'settlement' && line.order?.outcome) || '',
    ]),
    [utc(toMs), 'closing', '', '', closing, currency, '', '', '', '', ''],
  ]
  return rows.map((row) => `${row.join(',')}\r\n`).join('')
}

/** JSON with all known fields. */
export function jsonOf(statement: Statement): string {
  const { fromMs, toMs, lines, ...rest } = statement
  const written = {
    format: 'tickmark-statement/1',
    ...rest,
    from: utc(fromMs),
    to: utc(toMs),
    lines: lines.map(({ at, ...line }) => ({ time: utc(at), ...line })),
  }
  return `${JSON.stringify(written, null, 2)}\n`
}

/** "tickmark-statement-USDT-2026-11-15-2026-11-21.csv". */
export function nameOf(code: string, from: string, to: string, type: 'csv' | 'json'): string {
  return `tickmark-statement-${code}-${from}-${to}.${type}`
}

function utc(ms: number): string {
  return new Date(ms).toISOString()
}
