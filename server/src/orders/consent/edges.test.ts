import { sql } from 'kysely'
import { bytes, id, inTx, type Edge, type Row, testEdges, write } from '../../app/audit/edges.testing.ts'
import type { Db } from '../../db/pool.ts'
import { actedOn, keptConsents } from '../audit/auditConsentStore.ts'
import { readEarlier } from '../placing/admissionStore.ts'
import { batchSeq, loggedBatches, ticketSeqs } from '../order/store.ts'
import { markLogged, oldestUnlogged, unloggedBatches } from '../receipts/batchStore.ts'
import { closeHashOf, consentHashOf, consentsOf, hostingsEndedBy } from './consentStore.ts'
import {
  loggedRefusals,
  markRefusalsLogged,
  refusalOf,
  refusalSeq,
  unloggedRefusals,
} from './refusalStore.ts'

const KEY = 'ab'.repeat(32)
const hex = (text: string) => `\\x${text}`
const hashAt = (nth: number) => String(nth).padStart(64, '0')

/** Signed texts, each of another nonce, about its own order. */
const consents = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    session: hex(KEY),
    nonce: at + 1,
    order_id: id(at + 1),
    asked: row['closes'] === true ? id(at + 501) : (row['order_id'] ?? id(at + 1)),
    book: 0,
    closes: false,
    signature: bytes(64),
    hash: hex(hashAt(at + 1)),
    ...row,
  }))

const refusals = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    number: at + 1,
    order_id: id(at + 1),
    asked: id(at + 1),
    code: 'price_moved',
    facts: '{}',
    signature: bytes(64),
    leaf: hex(hashAt(at + 1)),
    ...row,
  }))

const batches = (...log: (number | null)[]): Row[] =>
  log.map((log_seq, at) => ({
    id: 4 - at,
    count: 1,
    root: hex(hashAt(4 - at)),
    signature: bytes(64),
    log_seq,
  }))

/** What was asked under these keys and nonces before, as `readEarlier` names it. */
async function earlier(db: Db) {
  const request = { id: id(90), userId: 1, key: id(90), nonce: `${KEY} 1`, currencyId: 1 } as const
  const found: string[] = []
  for (const more of [
    {},
    { nonce: `${'cd'.repeat(32)} 1` },
    { nonce: `${KEY} 2` },
    { nonce: `${KEY} 3` },
    { nonce: `${KEY} 4` },
    { nonce: `${KEY} 5` },
    { nonce: null, id: id(1) },
    { nonce: null, id: id(2) },
    { nonce: null, id: id(4) },
    { nonce: null, id: id(70) },
    { nonce: null, key: id(71) },
    { nonce: null, key: id(71), userId: 2 },
  ]) {
    const asked = { ...request, ...more } as unknown as Parameters<typeof readEarlier>[2][number]
    const { orders, names } = await inTx((tx) => readEarlier(tx, 'real', [asked]))(db)
    found.push([...orders.values(), ...names].map((one) => JSON.stringify(one).replace(KEY, 'key')).join())
  }
  return found
}

const EDGES: Edge[] = [
  [
    'a nonce is spent by the order that was placed with it: not by one refused, closed or hosted, or in the other book',
    {
      order_consent: consents({}, { closes: true }, { hosts: true }, { refused: true }, { book: 1 }),
      placed_order: [{ id: id(70), key: id(71), user_id: 1, fingerprint: id(72), duration_id: 110 }],
    },
    earlier,
    [
      '"key 1"',
      '',
      '',
      '',
      '',
      '',
      `"${id(1)}"`,
      '',
      `"${id(4)}"`,
      `"${id(70)}"`,
      `{"id":"${id(70)}","fingerprint":"${id(72)}"}`,
      '',
    ],
  ],
  [
    'a key ended the hosting orders that it closed, in this book, and was not refused',
    {
      order_consent: consents(
        { hosts: true, closes: true },
        { hosts: true },
        { closes: true },
        { hosts: true, closes: true, refused: true },
        { hosts: true, closes: true, book: 1 },
        { hosts: true, closes: true, session: bytes(32) },
      ),
    },
    async (db) => [await hostingsEndedBy(db, KEY, 'real'), await hostingsEndedBy(db, KEY, 'simulated')],
    [[id(1)], [id(5)]],
  ],
  [
    'what was signed for an order and for its close are told apart, and what was refused is neither',
    {
      order_consent: consents(
        { order_id: id(1), asked: id(9), closes: true, refused: true, text: 'refused' },
        { order_id: id(1), text: 'placed' },
        { order_id: id(1), asked: id(8), closes: true, text: 'closed' },
        { order_id: id(2), asked: id(2), refused: true },
      ),
      order_refusal: refusals(
        { order_id: id(1), asked: id(9), log_seq: 7 },
        { order_id: id(2), asked: id(2) },
      ),
    },
    async (db) => {
      const { order, close } = await consentsOf(db, id(1))
      const of = async (asked: number) => (await refusalOf(db, { order: id(1), asked: id(asked) }))?.logSeq
      return [
        [order?.text, close?.text, order?.session],
        [await consentHashOf(db, id(1)), await closeHashOf(db, id(1))],
        [await consentHashOf(db, id(2)), await closeHashOf(db, id(2))],
        await consentsOf(db, id(2)),
        [await of(9), await of(8)],
        (await refusalOf(db, { order: id(2), asked: id(2) }))?.logSeq,
      ]
    },
    [
      ['placed', 'closed', KEY],
      [hashAt(2), hashAt(3)],
      ['', ''],
      { order: null, close: null },
      [7, undefined],
      null,
    ],
  ],
  [
    'the log takes refusals by their numbers, and has each where it says',
    {
      order_refusal: refusals(
        ...[3, 1, 2, 5, 4].map((number) => ({ number, log_seq: number === 2 || number > 3 ? 8 : null })),
      ),
    },
    inTx(async (tx) => {
      const found = [await unloggedRefusals(tx), await loggedRefusals(tx, 8)].map((all) =>
        all.map((one) => Number(one.number)),
      )
      await markRefusalsLogged(tx, [3n], 9)
      return [
        ...found,
        await refusalSeq(tx, 3),
        await refusalSeq(tx, 2),
        await refusalSeq(tx, 1),
        await refusalSeq(tx, 99),
      ]
    }),
    [[1, 3], [2, 4, 5], 9, 8, null, null],
  ],
  [
    'the log takes batches by their numbers, and has each where it says',
    { ticket_batch: batches(7, null, 7, null), receipt_batch: batches(null, 6, 6, null) },
    inTx(async (tx) => {
      const found: unknown[] = []
      for (const table of ['ticket_batch', 'receipt_batch'] as const) {
        found.push((await unloggedBatches(tx, table)).map((one) => Number(one.id)))
        found.push((await loggedBatches(tx, table, table === 'ticket_batch' ? 7 : 6)).map((one) => one.id))
      }
      found.push(
        await oldestUnlogged(tx),
        [...(await ticketSeqs(tx, [2, 3, 4, 4]))].toSorted(([one], [other]) => one - other),
      )
      await markLogged(tx, 'ticket_batch', [3n], 8)
      for (const nth of [1, 2, 3, 9]) found.push(await batchSeq(tx, 'ticket_batch', nth))
      return [...found, await batchSeq(tx, 'receipt_batch', 3)]
    }),
    [
      [1, 3],
      [2, 4],
      [1, 4],
      [2, 3],
      [1, 3],
      [
        [2, 7],
        [4, 7],
      ],
      null,
      7,
      8,
      null,
      6,
    ],
  ],
  [
    'the audit reads every signed text once, a page after the other',
    {},
    async (db) => {
      await write(db, { order_consent: [], placed_order: [] })
      // Of each order also its close, so that a page may end between the two.
      await inTx((tx) =>
        sql`insert into order_consent (session, nonce, order_id, asked, book, closes, text, signature, hash)
          select ${Buffer.alloc(32)}, n, ('00000000-0000-4000-8000-' || lpad((n / 2)::text, 12, '0'))::uuid,
            ('00000000-0000-4000-8000-' || lpad((n / 2 + n % 2)::text, 12, '0'))::uuid, 0, n % 2 = 1, 'x',
            ${Buffer.alloc(64)}, ${Buffer.alloc(32)} from generate_series(1, 5003) as n`.execute(tx),
      )(db)
      const sizes: number[][] = []
      for (const read of [keptConsents(db), actedOn(db, null)]) {
        const seen = new Set<string>()
        let all = 0
        for await (const page of read)
          for (const one of page) {
            all += 1
            seen.add(`${one.order_id} ${one.asked}`)
          }
        sizes.push([all, seen.size])
      }
      return sizes
    },
    [
      [5_003, 5_003],
      [5_003, 5_003],
    ],
  ],
]

testEdges(EDGES)
