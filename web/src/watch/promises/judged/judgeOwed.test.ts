import type { OwedBalance } from '@tickmark/core/evidence/balancesFile'
import { expect, test } from 'vitest'
import { nobleCrypto } from '../../signatures/nobleCrypto.ts'
import { isOwedAsStated, judgeOwed } from './judgeOwed.ts'
import { OWNER, STRANGER, toyOwed } from './toyOwed.testing.ts'

const file = toyOwed()
const none = { ...file, shares: [] }
const elsewhere = toyOwed({ isAudited: false })

test.each([
  ['an answer with all shares is sound', file, OWNER, null],
  ['an answer without shares is sound when it shows its entry', none, OWNER, null],
  ['letters of an address may be large', none, OWNER.toUpperCase().replace('X', 'x'), null],
  ['an answer about another account is not', file, STRANGER, 'other_terms'],
  ['one without shares neither', none, STRANGER, 'other_terms'],
  ['an entry of another kind is none', elsewhere, OWNER, 'not_signed'],
  ['without shares it is none either', { ...elsewhere, shares: [] }, OWNER, 'not_signed'],
  [
    'an entry at another place is none',
    { ...none, segment: { ...none.segment, from: 1 } },
    OWNER,
    'not_signed',
  ],
  ['other keys show nothing', { ...none, keys: { ...none.keys, log: 'ab'.repeat(32) } }, OWNER, 'not_signed'],
  ['a sum that the shares do not give is false', toyOwed({ stated: '4' }), OWNER, 'not_signed'],
  [
    'a share without its salt is unreadable',
    { ...file, shares: file.shares.map((one) => ({ ...one, salt: '' })) },
    OWNER,
    'unreadable',
  ],
] as const)('%s', (_, given, owner, problem) => {
  expect(judgeOwed(given, owner, nobleCrypto)).toBe(problem)
})

const owed = (given: Partial<OwedBalance> = {}): OwedBalance => {
  return { book: 'real', currency: 'USDT', kind: 'available', amount: 5n, ...given }
}
const stated = owed

test.each<[string, OwedBalance[], OwedBalance[], boolean]>([
  ['the same amount', [owed()], [stated()], true],
  ['less', [owed({ amount: 4n })], [stated()], false],
  ['more', [owed({ amount: 6n })], [stated()], false],
  ['a balance left out', [], [stated()], false],
  ['nothing, when nothing is stated', [], [stated({ amount: 0n })], true],
  ['a balance that the statement lacks', [owed()], [stated({ amount: 0n })], false],
  ['another kind', [owed({ kind: 'hold' })], [stated()], false],
  ['another currency', [owed({ currency: 'BTC' })], [stated()], false],
  ['another book', [owed({ book: 'simulated' })], [stated()], false],
  ['one of two', [owed(), owed({ kind: 'hold', amount: 1n })], [stated(), stated({ kind: 'hold' })], false],
  ['hosted money', [owed(), owed({ kind: 'hosted' })], [stated(), stated({ kind: 'hosted' })], true],
  ['less hosted money', [owed()], [stated(), stated({ kind: 'hosted' })], false],
  ['more hosted money', [owed({ kind: 'hosted' })], [stated({ kind: 'hosted', amount: 0n })], false],
])('the log owes %s: as stated is %4$s', (_, logged, said, is) => {
  expect(isOwedAsStated(logged, said)).toBe(is)
})
