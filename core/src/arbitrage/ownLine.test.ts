import { expect, test } from 'vitest'
import { asciiBytes, hexOf } from '../bytes.ts'
import { ENTRY_OF } from '../log/entries.testing.ts'
import { entryBody, entryLeaf, type YieldEntry } from '../log/log.ts'
import { merkleTree } from '../log/tree/merkle.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import type { PayoutLine } from './evidence.ts'
import type { HostingTicket } from './hostings.ts'
import { isAboutOrder, isAsPromised, lineIn } from './ownLine.ts'
import { lineText } from './readLines.ts'

const DAY = '2026-11-21'
const ID = '01234567-89ab-8def-8123-456789abcdef'
const ticket: HostingTicket = {
  v: 1,
  kind: 'hosting',
  number: 3,
  at: 0,
  order: ID,
  book: 'real',
  mid: 2,
  version: 4,
  days: 7,
  upperPpm: 5_000,
  exitFeePpm: 0,
  principal: '1000',
  first: DAY,
  last: '2026-11-27',
  consent: '',
}
const { number, order, mid, version, principal, last } = ticket
/** A pool of 6 for 3,000 hosted gives 2 for 1,000, and less than the upper yield of 5. */
const paid: PayoutLine = {
  v: 1,
  kind: 'payout',
  day: DAY,
  book: 'real',
  order,
  number,
  mid,
  version,
  upperPpm: '5000',
  principal,
  last,
  amount: '2',
}
const OTHER = lineText({ ...paid, order: ID.replace(/f$/, 'e'), number: 2, principal: '2000', amount: '4' })

/** A log whose one entry is the day, with the line as the second of two. */
function judged(
  line: Partial<PayoutLine>,
  {
    own = {},
    entry = {},
    place = {},
    day = DAY,
  }: Partial<Record<'own' | 'entry' | 'place', object>> & { day?: string } = {},
): 'sound' | 'false' | 'unshown' {
  const text = lineText({ ...paid, ...line })
  const tree = merkleTree([OTHER, text].map(asciiBytes), crypto.sha256)
  const told = {
    ...ENTRY_OF.yield,
    seq: 1,
    day: DAY,
    pool: '6',
    payouts: hexOf(tree.root),
    real: [2, '3000', '6'],
    simulated: [0, '0', '0'],
    ...entry,
  } as YieldEntry
  const body = entryBody(told)
  const shown = { line: text, index: 1, size: 2, path: tree.path(1).map(hexOf), ...place }
  const logged = lineIn(
    { day, shown },
    { from: 0, bodies: [body], left: [], right: [] },
    { size: 1, root: entryLeaf(body, crypto.sha256) },
    crypto,
  )
  const owned = { ...ticket, ...own }
  if (!logged || !isAboutOrder(logged, owned)) return 'unshown'
  return isAsPromised(logged, owned) ? 'sound' : 'false'
}

test.each<[what: string, judged: string, expected: 'sound' | 'false' | 'unshown']>([
  ['as its ticket says', judged({}), 'sound'],
  ['with more than its share', judged({ amount: '3' }), 'false'],
  ['with less than its share', judged({ amount: '1' }), 'false'],
  [
    'with its upper yield, where the pool had more',
    judged({ amount: '5' }, { entry: { pool: '60' } }),
    'sound',
  ],
  [
    'with its share of the other book',
    judged({}, { entry: { real: [1, '1000', '6'], simulated: [1, '3000', '0'] } }),
    'false',
  ],
  ['of another day', judged({ day: '2026-11-22' }), 'false'],
  ['of an entry of another day', judged({}, { entry: { day: '2026-11-22' } }), 'unshown'],
  ['asked for another day', judged({}, { day: '2026-11-22' }), 'unshown'],
  ['on the last day of its ticket', judged({ last: DAY }, { own: { last: DAY } }), 'sound'],
  ['of an entry that is no day', judged({}, { entry: ENTRY_OF.record }), 'unshown'],
  ['of another order', judged({ order: ID.replace(/f$/, 'd'), number: 4 }), 'unshown'],
  ['of another order under its number', judged({ order: ID.replace(/f$/, 'd') }), 'false'],
  ['of a day before its ticket’s', judged({}, { own: { first: '2026-11-22' } }), 'false'],
  ['of a day after its ticket’s', judged({ last: '2026-11-20' }, { own: { last: '2026-11-20' } }), 'false'],
  ['of another number', judged({ number: 4 }), 'false'],
  ['in the other book', judged({ book: 'simulated' }), 'false'],
  ['of another product', judged({ mid: 3 }), 'false'],
  ['of another version', judged({ version: 5 }), 'false'],
  ['with another upper yield', judged({ upperPpm: '5001' }), 'false'],
  ['of another principal', judged({ principal: '1001' }), 'false'],
  ['that ends on another day', judged({ last: '2026-11-28' }), 'false'],
  ['at another place', judged({}, { place: { index: 0 } }), 'unshown'],
  ['among more lines than the day has', judged({}, { entry: { real: [3, '3000', '6'] } }), 'unshown'],
  [
    'in a book without lines',
    judged({}, { entry: { real: [0, '0', '0'], simulated: [2, '3000', '6'] } }),
    'false',
  ],
  ['of a ticket in the other book', judged({}, { own: { book: 'simulated' } }), 'false'],
  ['under another root', judged({}, { entry: { payouts: '0'.repeat(64) } }), 'unshown'],
])('a payout line %s is judged correctly', (_, found, expected) => {
  expect(found).toBe(expected)
})
