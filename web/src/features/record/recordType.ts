import type { BookId } from '../../session/session.ts'

/** Numbers in the address: 0 deposits, 1 withdrawals, 2 swaps. */
export const KINDS = { '0': 'deposit', '1': 'withdrawal', '2': 'swap' } as const
export type RecordType = keyof typeof KINDS

/** The simulated account has swaps only: nothing enters or leaves it. */
export function recordTypesOf(book: BookId): readonly RecordType[] {
  return book === 1 ? ['2'] : ['0', '1', '2']
}

/** The record type in the address, or the account's first one. */
export function typeOf(search: string, book: BookId): RecordType {
  const asked = new URLSearchParams(search).get('type')
  const [first = '2', ...others] = recordTypesOf(book)
  return others.find((type) => type === asked) ?? first
}
