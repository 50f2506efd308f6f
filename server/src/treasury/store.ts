import { KINDS, type Kind } from '@tickmark/core/ledger/accounts'
import { type Book, bookOfCode } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'

/** The balance of all accounts of a kind, of the house or of all users. */
export interface KindSum {
  book: Book
  currency: number
  kind: Kind
  isHouse: boolean
  total: Amount
}

const NAMES = new Map<number, Kind>((Object.keys(KINDS) as Kind[]).map((kind) => [KINDS[kind], kind]))

/** Balances by book, currency and kind, the house's and the users' apart. Reads every account. */
export async function balancesByKind(reader: Reader): Promise<KindSum[]> {
  const { rows } = await sql<{
    book: number
    currency: number
    kind: number
    house: boolean
    total: bigint
  }>`
    select ((id >> 9) & 1)::int as book, ((id >> 4) & 31)::int as currency, (id & 15)::int as kind,
      id < 1024 as house, sum(balance)::bigint as total
    from account group by 1, 2, 3, 4 order by 1, 2, 3`.execute(reader)
  return rows.map(({ book, currency, kind, house, total }) => ({
    book: bookOfCode(book),
    currency,
    kind: NAMES.get(kind) ?? 'external',
    isHouse: house,
    total,
  }))
}
