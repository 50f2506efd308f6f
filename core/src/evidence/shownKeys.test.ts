import { expect, test } from 'vitest'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import { isSegment, isShownKeys, keysInLog, type ShownKeys } from './shownKeys.ts'
import { showKeys, type NamedKeys } from './shownKeys.testing.ts'

const [first, second, third, stranger] = [1, 2, 3, 4].map(testCrypto) as [House, House, House, House]
type House = ReturnType<typeof testCrypto>

/** The first keys, another receipts key under the same log key, and another log key that this one has signed. */
const receiptsChanged = { ...first.keys, receipts: second.keys.receipts }
const named: readonly [NamedKeys, NamedKeys, NamedKeys] = [
  { keys: first.keys, by: first, under: first },
  { keys: receiptsChanged, by: first, under: first },
  { keys: third.keys, by: first, under: third },
]
const [one, two, three] = named
const shown = showKeys(named, crypto.sha256)

const foundIn = (list: readonly ShownKeys[]) => {
  const found = keysInLog(list, crypto)
  return found && [...found.earlier.map(({ keys }) => keys).toReversed(), found.present]
}
const found = (list: readonly NamedKeys[]) => foundIn(showKeys(list, crypto.sha256))

test('entries in the log show the keys that it had, up to the last', () => {
  expect(foundIn(shown)).toEqual([first.keys, receiptsChanged, third.keys])
  expect(foundIn(shown.slice(0, 2))).toEqual([first.keys, receiptsChanged])
  expect(keysInLog(shown, crypto)?.note).toBe(shown[2]?.checkpoint)
  // Between two of them the log may name others under the same log key.
  expect(found([one, three])).toEqual([first.keys, third.keys])
  // A house may show an old entry anew.
  expect(found([{ ...one, under: third }, two, three])).toHaveLength(3)
})

const [begin, changed] = shown as [ShownKeys, ShownKeys, ShownKeys]
test.each<[string, readonly ShownKeys[]]>([
  ['nothing', []],
  ['an entry that the key before has not signed', showKeys([one, { ...two, by: stranger }], crypto.sha256)],
  ['an entry under a head of somebody else', showKeys([one, { ...two, under: stranger }], crypto.sha256)],
  [
    'a first entry under a head of somebody else',
    showKeys([{ ...one, under: stranger }, two], crypto.sha256),
  ],
  [
    'a new log key under a head of the former one',
    showKeys([one, { ...three, under: first }], crypto.sha256),
  ],
  ['entries in the wrong order', [changed, begin]],
  ['an entry twice', [begin, begin]],
  ['an entry in another place', [begin, { ...changed, from: changed.from - 1 }]],
  ['another text under the same head', [begin, { ...changed, bodies: begin.bodies }]],
  ['a proof that leaves a hash out', [begin, { ...changed, left: changed.left.slice(1) }]],
  ['no entry', [begin, { ...changed, bodies: [] }]],
  [
    'another receipts key put into an entry, which its own signature does not cover',
    [
      {
        ...begin,
        bodies: begin.bodies.map((text) => text.replace(first.keys.receipts, stranger.keys.receipts)),
      },
      changed,
    ],
  ],
])('no keys follow from %s', (_, list) => {
  expect(keysInLog(list, crypto)).toBeNull()
})

test('a shown entry has its fields and no others', () => {
  const { checkpoint: _, ...segment } = begin
  expect([isShownKeys(begin), isSegment(segment)]).toEqual([true, true])
  for (const value of [
    null,
    [],
    segment,
    { ...begin, more: 1 },
    { ...begin, left: ['ab'] },
    { ...begin, from: -1 },
  ])
    expect(isShownKeys(value)).toBe(false)
})
