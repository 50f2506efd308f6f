import { expect, test } from 'vitest'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import {
  auditedIn,
  checkBalancesFile,
  judgeBalances,
  owedBalances,
  type BalancesFile,
  type ShownShare,
} from './balancesFile.ts'
import { OWNER, STRANGER, toyBalancesFile } from './toyBalances.testing.ts'

const house = testCrypto(86)
const foreign = testCrypto(87)
const honest = toyBalancesFile(house)

/** The file with one of its shares changed. */
const withShare = (change: Partial<ShownShare>): BalancesFile => {
  return { ...honest, shares: honest.shares.map((one, i) => (i === 0 ? { ...one, ...change } : one)) }
}
/** The file with one of its balances changed, and so two shares. */
const withBalance = (change: Partial<ShownShare>): BalancesFile => {
  return { ...honest, shares: honest.shares.map((one, i) => (i < 2 ? { ...one, ...change } : one)) }
}
const path = honest.shares[0]?.path ?? []

test('the balances of a file are the sums of their shares', () => {
  expect(owedBalances(honest)).toEqual([
    { book: 'real', currency: 'BTC', kind: 'hosted', amount: 20_000_000n },
    { book: 'real', currency: 'USDT', kind: 'available', amount: 1_250_000_000n },
    { book: 'real', currency: 'USDT', kind: 'hold', amount: 300_000_000n },
  ])
  expect(auditedIn(honest, crypto)?.liabilities.map(({ currency, amount }) => [currency, amount])).toEqual([
    ['BTC', '20000000'],
    ['ETH', '100000000'],
    ['USDT', '3100000000'],
  ])
})

test.each<[string, unknown, object, string[]]>([
  ['honest', honest, {}, []],
  ['honest, with known keys and owner', honest, { ...house.keys, owner: OWNER.toLowerCase() }, []],
  [
    'without one of its balances',
    { ...honest, shares: honest.shares.filter(({ kind }) => kind !== 'hold') },
    {},
    [],
  ],
  ['without one share of a balance', { ...honest, shares: honest.shares.slice(1) }, {}, ['form']],
  ['of other keys', honest, foreign.keys, ['keys']],
  ['of another owner', honest, { owner: STRANGER }, ['owner']],
  ['under a head that nobody signed', { ...honest, head: 'none\n' }, {}, ['checkpoint', 'audited', 'shares']],
  [
    'under the head of another house',
    { ...honest, head: toyBalancesFile(foreign).head },
    {},
    ['checkpoint', 'audited', 'shares'],
  ],
  ['about another entry', toyBalancesFile(house, { kind: 'actions' }), {}, ['audited', 'shares']],
  [
    'about an entry outside the log',
    { ...honest, segment: { ...honest.segment, left: honest.segment.right } },
    {},
    ['audited', 'shares'],
  ],
  ['given to another account', { ...honest, account: STRANGER }, {}, ['shares']],
  ['with a higher amount', withShare({ amount: '6666667' }), {}, ['shares']],
  ['with a lower amount', withShare({ amount: '6666665' }), {}, ['shares']],
  ['of the practice account', withBalance({ book: 'simulated' }), {}, ['shares']],
  ['of another currency', withBalance({ currency: 'ETH' }), {}, ['shares']],
  ['of a currency that the house owes nobody', withBalance({ currency: 'TRX' }), {}, ['shares']],
  ['of another kind', withBalance({ kind: 'hold' }), {}, ['shares']],
  ['with another salt', withShare({ salt: '0'.repeat(64) }), {}, ['shares']],
  ['with a shorter path', withShare({ path: path.slice(1) }), {}, ['shares']],
  [
    'with a path of another sum',
    withShare({ path: path.map((one) => ({ ...one, sum: '0' })) }),
    {},
    ['shares'],
  ],
  [
    'with a path of the other side',
    withShare({ path: path.map((one) => ({ ...one, side: one.side === 'left' ? 'right' : 'left' })) }),
    {},
    ['shares'],
  ],
  [
    'of a house that states a lower sum',
    toyBalancesFile(house, { stated: (all) => all.map((one) => ({ ...one, amount: '1' })) }),
    {},
    ['shares'],
  ],
  ['of a house that states nothing', toyBalancesFile(house, { stated: () => [] }), {}, ['shares']],
  [
    'of a house that left the share out of its tree',
    {
      ...honest,
      ...placeIn(
        toyBalancesFile(house, { without: ({ account, kind }) => account === OWNER && kind === 'hosted' }),
      ),
    },
    {},
    ['shares'],
  ],
  ['with a share named twice', { ...honest, shares: [...honest.shares, honest.shares[0]] }, {}, ['form']],
  [
    'with a share in place of the other one of its balance',
    { ...honest, shares: honest.shares.map((one, i) => (i === 1 ? honest.shares[0] : one)) },
    {},
    ['form'],
  ],
  ['without shares', { ...honest, shares: [] }, {}, ['form']],
  ['of another format', { ...honest, format: 'tickmark-balances/2' }, {}, ['form']],
])('the file of balances that is %s is decided by its own step', (_, given, trusted, failed) => {
  const { verdict, steps } = checkBalancesFile(given, crypto, trusted)
  expect(verdict).toBe(failed.length === 0 ? 'holds' : 'broken')
  expect(steps.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(failed)
})

/** Another file's place in the log. */
function placeIn({ segment, head }: BalancesFile) {
  return { segment, head }
}

test('the check tells its keys and its owner only where they are known', () => {
  const told = (trusted: object) => checkBalancesFile(honest, crypto, trusted).steps.map(({ name }) => name)
  expect(told({})).toEqual(['form', 'checkpoint', 'audited', 'shares'])
  expect(told({ ...house.keys, owner: OWNER })).toEqual([
    'form',
    'keys',
    'owner',
    'checkpoint',
    'audited',
    'shares',
  ])
})

test.each<[string, unknown, string, string | null]>([
  ['sound', honest, OWNER, null],
  ['sound, asked in another spelling', honest, OWNER.toLowerCase(), null],
  ['of somebody else', honest, STRANGER, 'other_terms'],
  ['unreadable', { ...honest, more: 1 }, OWNER, 'unreadable'],
  ['unsigned', { ...honest, head: 'none\n' }, OWNER, 'not_signed'],
  ['false', withShare({ amount: '1' }), OWNER, 'not_signed'],
  ['about another entry', toyBalancesFile(house, { kind: 'actions' }), OWNER, 'not_signed'],
])('an answer that is %s is judged', (_, answer, owner, problem) => {
  expect(judgeBalances(answer, owner, crypto)).toBe(problem)
})
