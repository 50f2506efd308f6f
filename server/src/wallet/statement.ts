import { assert } from '@tickmark/core/assert'
import type { Book } from '@tickmark/core/money/currencies'
import { accountId, accountKeyOf, CAUSES, type Cause, type UserKind } from '@tickmark/core/ledger/accounts'
import { formatAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import { statementLine, type walletRoutes } from '@tickmark/wire/routes/wallet'
import type { Tx } from '../db/pool.ts'
import type { NamedPostings, OrderFacts } from '../module/funds.ts'
import type { WalletDeps } from './ports.ts'
import { inSnapshot } from './ownFunds.ts'
import { readStatement, type Movement, type StatementCursor, type Span } from './statementStore.ts'

type Statement = ReplyOf<(typeof walletRoutes)['getStatement']>

export interface StatementQuery extends Omit<Span, 'named'> {
  userId: number
  book: Book
  currencyId: number
  kind: UserKind
}

/** A page of a balance's movements, oldest first, with the balance after each and at both ends of the span. */
export async function statementOf(deps: WalletDeps, query: StatementQuery): Promise<Statement> {
  const { userId, book, currencyId, kind, most } = query
  const account = accountId({ owner: userId, book, currency: currencyId, kind })
  const read = async (reader: Tx) => {
    const named: NamedPostings[] = []
    for (const { refsSince } of kind === 'available' ? deps.funds : []) {
      if (refsSince) named.push(await refsSince(reader, { userId, book }, currencyId, query.fromMs - 1))
    }
    const read = await readStatement(reader, account, { ...query, most: most + 1, named })
    const refs = read.movements.filter(isAboutOrder).map(({ ref }) => ref)
    const orders = new Map<string, OrderFacts>()
    for (const { ordersOf } of refs.length > 0 ? deps.funds : [])
      for (const [ref, facts] of (await ordersOf?.(reader, { userId, book }, [...new Set(refs)])) ?? [])
        orders.set(ref, facts)
    return { ...read, orders }
  }
  const { opening, closing, movements, orders } = await inSnapshot(deps.db, read)
  const page = movements.slice(0, most)
  const last = page.at(-1)
  return {
    opening: formatAmount(opening),
    closing: formatAmount(closing),
    lines: page.map((one) => lineOf(one, orders.get(one.ref) ?? null)),
    next: last && movements.length > most ? placeText(last) : null,
  }
}

const PLACE = /^(\d{1,13})\.([01])\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,4})\.(\d{1,4})$/

/** Parses a page's cursor; null for invalid text. */
export function parsePlace(text: string): StatementCursor | null {
  const match = PLACE.exec(text)
  if (!match) return null
  const [, atMs, isOut, ref = '', cause, leg] = match
  return { atMs: Number(atMs), isOut: isOut === '1', ref, cause: Number(cause), leg: Number(leg) }
}

function placeText({ atMs, amount, ref, cause, leg }: Movement): string {
  return [atMs, amount < 0n ? 1 : 0, ref, cause, leg].join('.')
}

function isAboutOrder({ cause }: Movement): boolean {
  return cause === CAUSES.order || cause === CAUSES.settlement
}

function lineOf(movement: Movement, order: OrderFacts | null): Statement['lines'][number] {
  const { atMs, amount, balance, ref, cause, counterId } = movement
  const line = {
    at: atMs,
    cause: causeOf(cause),
    amount: formatAmount(amount),
    balance: formatAmount(balance),
    counter: accountKeyOf(counterId).kind,
    ref,
    orderId: isAboutOrder(movement) ? ref : null,
    order: order && { ...order, direction: order.direction === 'up' ? 0 : 1 },
  }
  return statementLine.parse(line)
}

function causeOf(number: number): Cause {
  const found = (Object.keys(CAUSES) as Cause[]).find((cause) => CAUSES[cause] === number)
  assert(found, 'the ledger holds known causes')
  return found
}
