import { sha256 } from '@noble/hashes/sha2.js'
import type { BalancesFile } from '@tickmark/core/evidence/balancesFile'
import { entryLeaf } from '@tickmark/core/log/log'
import { hexOf } from '@tickmark/core/bytes'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDevice } from '../../device.testing.ts'
import { OWNER, STRANGER, toyOwed } from '../judged/toyOwed.testing.ts'

const owed = toyOwed()
const SESSION = {
  address: OWNER,
  walletType: 1,
  practice: false,
  registered: true,
  expiresAt: 0,
  books: [0, 1],
  key: null,
}
const USDT = CURRENCIES.find(({ code }) => code === 'USDT')?.id

/** What the house answers: the file of its debt, none, or nothing; and the owner's available USDT by his statement. */
const world = { file: owed as BalancesFile | null | undefined, stated: '0.00000005', statements: 0 }
const device = openDevice({
  getSignedBalances() {
    if (world.file === undefined) return undefined
    if (world.file === null) return { signed: null }
    const { account, shares, segment, head } = world.file
    return { signed: { account, until: 0, shares: [...shares], segment, head } } as never
  },
  getStatement({ currencyId, kind }) {
    world.statements += 1
    const closing = Number(currencyId) === USDT && kind === 'available' ? world.stated : '0'
    return { opening: '0', closing, lines: [], next: null }
  },
  getLogHead: () => {
    const { segment, head, keys } = owed
    const edge = [...segment.left, hexOf(entryLeaf(segment.bodies[0] ?? '', sha256))]
    return {
      checkpoint: head,
      edge,
      origin: keys.origin,
      logKey: keys.log,
      receiptsKey: keys.receipts,
      keyChanges: [],
    }
  },
})
afterAll(() => device.close())

async function load() {
  device.disk.set('houseKeys', JSON.stringify(owed.keys))
  device.visit()
  const { loadRestOfEnglish } = await import('../../../i18n/i18n.ts')
  await loadRestOfEnglish()
  return {
    ...(await import('./askBalances.ts')),
    ...(await import('../promiseAlarm.ts')),
    ...(await import('../../../session/session.ts')),
    ...(await import('../../../session/signedInAs.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => (page = await load()))
beforeEach(() => {
  page.setServerSession(SESSION)
  page.setBook(0)
  page.keepSignedInAs(OWNER)
  Object.assign(world, { file: owed, stated: '0.00000005', statements: 0 })
})

const asker = { address: OWNER, book: 0 } as const
const asked = () => page.askBalances(asker, new AbortController().signal)
const accused = () => page.promiseAlarms.get().map(({ trouble }) => trouble)

test('before the first audit nothing is owed by the log', async () => {
  world.file = null
  expect(await asked()).toEqual({ is: 'unaudited' })
})

test('what the log owes as the owner’s statement says is shown, kept, and shown again without the house', async () => {
  const signed = {
    is: 'signed',
    balances: [{ book: 'real', currency: 'USDT', kind: 'available', amount: 5n }],
  }
  expect(await asked()).toMatchObject({ ...signed, isKept: false })
  const before = world.statements
  // The past does not change: its statement is asked for once.
  await asked()
  expect([before > 0, world.statements]).toEqual([true, before])
  world.file = undefined
  expect(await asked()).toMatchObject({ ...signed, isKept: true })
  expect(accused()).toEqual([])
})

test('after a kept answer, a house that tells of no audit has given none', async () => {
  world.file = null
  expect(await asked()).toMatchObject({ is: 'signed', isKept: true })
})

test.each([
  ['another account', STRANGER, 0],
  ['another book', OWNER, 1],
] as const)('an answer for %s than the one in use is none', async (_, address, book) => {
  page.setServerSession({ ...SESSION, address })
  page.setBook(book)
  await expect(asked()).rejects.toThrow('another account is in use')
})

test('an answer about another account is evidence against the house', async () => {
  world.file = { ...owed, account: STRANGER }
  expect(await asked()).toEqual({ is: 'false' })
  expect(accused()).toEqual(['balances'])
})

test('a debt that is not the sum of the owner’s statement is evidence, too', async () => {
  device.databases.rows('tickmark-evidence', 'evidence').clear()
  page = await load()
  page.setServerSession(SESSION)
  page.setBook(0)
  page.keepSignedInAs(OWNER)
  world.stated = '0.00000006'
  expect(await asked()).toEqual({ is: 'false' })
  expect(accused()).toEqual(['balances'])
})
