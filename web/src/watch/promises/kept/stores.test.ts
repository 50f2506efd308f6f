import type { AddressFile } from '@tickmark/core/evidence/depositAddress'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryDatabases } from '../../../state/memoryDatabases.testing.ts'
import { toyOwed } from '../judged/toyOwed.testing.ts'

const NOW = Date.UTC(2026, 10, 21)
const OLD = NOW - 4_000 * 86_400_000
/** A file as far as these stores look into it. */
const file = { format: 'a/1', text: 'ü' } as never

const [promise, ask, hosting, withdrawal, evidence] = [
  { order: 'o', file, ticket: 'aa', problem: null, isLogged: false, owner: '0x1', isSettled: true },
  {
    asked: 'a',
    order: 'o',
    consent: { text: 'text', signature: 'ab' },
    bundle: null,
    owner: '0x1',
    book: 1,
    answer: null,
    problem: 'unchecked',
    isLogged: false,
  },
  {
    name: 'exit o',
    order: 'o',
    file,
    problem: 'other_terms',
    isLogged: true,
    owner: '0x1',
    book: 0,
    checkedDay: '',
  },
  {
    consent: '0x12',
    intent: { site: '', network: '', currency: '', amount: '', feeCap: '', to: '', nonce: '', expires: '' },
    account: '0x1',
    id: 'w',
    file: { format: 'a/1' },
    problem: null,
    isLogged: true,
    end: { is: 'ended', end: 'paid', tx: '0x2', seq: 3, atMs: NOW, isLate: false },
  },
  { order: 'o', trouble: 'terms', evidence: { format: 'a/1' } },
] as const
const address: AddressFile = {
  format: 'tickmark-address/1',
  statement: {
    v: 1,
    kind: 'address',
    account: '0x1',
    book: 'real',
    network: 'Ethereum',
    address: '0x2',
    at: NOW,
  },
  signature: 'ab'.repeat(64),
  head: toyOwed().head,
  keys: toyOwed().keys,
}
const keptAtMs = NOW
const shown = { from: 0, bodies: [], left: [], right: [], checkpoint: '' }

/** Every store of this device: its place, how something is kept and read there, and the fields in which it accepts anything. */
const STORES: {
  place: [string, string]
  keep(): Promise<unknown>
  read(): Promise<unknown[]>
  free: string[]
}[] = [
  {
    place: ['tickmark-promises', 'promises'],
    keep: async () => (await stores()).keepPromise({ ...promise, keptAtMs }),
    read: async () => (await stores()).allPromises(NOW),
    free: ['file'],
  },
  {
    place: ['tickmark-asked', 'asked'],
    keep: async () => (await stores()).keepAsk({ ...ask, keptAtMs }),
    read: async () => (await stores()).allAsks(NOW),
    free: ['bundle', 'answer'],
  },
  {
    place: ['tickmark-hostings', 'hostings'],
    keep: async () => (await stores()).keepHosting({ ...hosting, keptAtMs }),
    read: async () => (await stores()).allHostings(NOW),
    free: ['file'],
  },
  {
    place: ['tickmark-withdrawals', 'withdrawals'],
    keep: async () => (await stores()).keepWithdrawal({ ...withdrawal, keptAtMs }),
    read: async () => (await stores()).allWithdrawals(NOW),
    free: [],
  },
  {
    place: ['tickmark-evidence', 'evidence'],
    keep: async () => (await stores()).keepEvidence({ ...evidence, keptAtMs }),
    read: async () => (await stores()).evidenceKept(NOW),
    free: [],
  },
  {
    place: ['tickmark-keys-logged', 'logged'],
    keep: async () => (await stores()).keepKeys({ origin: 'log.example/tm', seq: 1, shown, keptAtMs: OLD }),
    read: async () => (await stores()).keysOf('log.example/tm'),
    free: ['shown'],
  },
  {
    place: ['tickmark-balances', 'balances'],
    keep: async () => (await stores()).keepBalances('0x1', NOW, toyOwed()),
    read: async () => (await stores()).keptDays('0x1'),
    free: [],
  },
  {
    place: ['tickmark-addresses', 'addresses'],
    keep: async () => (await stores()).keepAddress(address),
    read: async () =>
      (await stores()).addressesAgainst({ ...address, statement: { ...address.statement, address: '0x3' } }),
    free: [],
  },
]

/** The stores as a page that has just loaded has them. */
const stores = async () => ({
  ...(await import('./promiseStore.ts')),
  ...(await import('./askStore.ts')),
  ...(await import('./hostingStore.ts')),
  ...(await import('./withdrawalStore.ts')),
  ...(await import('./evidenceStore.ts')),
  ...(await import('./keysStore.ts')),
  ...(await import('./balancesStore.ts')),
  ...(await import('./addressStore.ts')),
})

let databases = memoryDatabases()
beforeEach(() => {
  databases = memoryDatabases()
  for (const [name, value] of Object.entries(databases.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Copies of a row, each with one field left out or of another kind, and the field’s name. */
function* spoilt(row: object, free: readonly string[]): Generator<[string, object]> {
  for (const [name, value] of Object.entries(row) as [string, unknown][]) {
    if (free.includes(name)) continue
    const { [name]: _, ...rest } = row as Record<string, unknown>
    // A withdrawal of an earlier release has no end.
    if (name !== 'end') yield [name, rest]
    yield [name, { ...row, [name]: typeof value === 'object' && value !== null ? 'text' : {} }]
    if (typeof value !== 'object' || value === null || ['file', 'evidence'].includes(name)) continue
    for (const [inner, one] of spoilt(value, [])) yield [`${name}.${inner}`, { ...row, [name]: one }]
  }
}

test.each(STORES)(
  '$place.0: what is kept is read back whole after a reload, and nothing broken is',
  async (one) => {
    const { place, keep, read, free } = one
    await keep()
    const before = await read()
    expect(before).toHaveLength(1)
    const rows = databases.rows(...place)
    const [[key = '', row] = []] = rows
    vi.resetModules()
    expect(await read()).toEqual(before)
    for (const [name, broken] of spoilt(row ?? {}, free)) {
      rows.set(key, broken as never)
      expect(await read(), `${name} of ${JSON.stringify(broken)}`).toEqual([])
    }
  },
)

test('the log’s keys are kept for good, and those of another log are not among them', async () => {
  const { keepKeys, keysOf } = await stores()
  for (const [origin, seq] of [
    ['a', 9],
    ['b', 5],
    ['a', 10],
    ['a', 2],
  ] as const)
    await keepKeys({ origin, seq, shown, keptAtMs: OLD })
  expect((await keysOf('a')).map(({ seq }) => seq)).toEqual([2, 9, 10])
  expect(await keysOf('c')).toEqual([])
})

test('an entry of the log is kept as it was first shown', async () => {
  const { keepKeys, keysOf } = await stores()
  await keepKeys({ origin: 'a', seq: 1, shown, keptAtMs: NOW })
  await keepKeys({ origin: 'a', seq: 1, shown: { ...shown, checkpoint: 'another' }, keptAtMs: NOW + 1 })
  expect(await keysOf('a')).toEqual([{ name: 'a 1', origin: 'a', seq: 1, shown, keptAtMs: NOW }])
})
