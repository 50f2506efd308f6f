import { hexOf } from '@tickmark/core/bytes'
import { runAudit } from '@tickmark/server/app/audit/audit'
import type { Database } from '@tickmark/server/db/pool'
import type { AuditedPart } from '@tickmark/server/module/auditRule'
import { createEvents } from '@tickmark/server/module/events'
import { orderFunds } from '@tickmark/server/orders/fundsStore'
import { listOrders } from '@tickmark/server/orders/order/ownOrdersStore'
import { silentLog } from '@tickmark/server/platform/log'
import { systemClock } from '@tickmark/server/platform/clock'
import { statementOf } from '@tickmark/server/wallet/statement'
import { sql } from 'kysely'
import { writeFileSync } from 'node:fs'
import { tagSecret, ticksBetween } from './support/books.ts'
import type { Cost } from './support/cost.ts'
import { type GrowingBooks, HISTORY_MS, type Lot, openGrowingBooks } from './support/growingBooks.ts'
import { growthPicture } from './support/pictures/growthPicture.ts'
import { median } from './support/load.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Measures what orders, lists and audits cost behind a growing history of finished orders, each in turn with books that are empty at
// first, and draws it. usage: node bench/growth.ts [most orders] [picture]

const MOST = argument(1, 3_000_000, 400)
const PICTURE = process.argv[3] ?? (size(1, 0) === 0 ? null : new URL('../docs/growth.svg', import.meta.url))
const LENGTHS = [0, 1 / 30, 1 / 10, 1 / 3, 1].map((part) => Math.round(MOST * part))
const USERS = size(10_000, 50)
const LOT = size(10_000, 20)
const PASSES = size(3, 1)
/** Users whose lists are read. */
const READERS = size(100, 5)
/** Between two lots of the history, in whole seconds, so that it all lies in 90 days. */
const REST_MS = Math.floor((HISTORY_MS * LOT) / MOST / 1_000 - 100) * 1_000

const none = () => null
const prices = { price: none, firm: none, closeAt: none, isPaused: () => true, tickAt: async () => null }

/** What is reported of a step: its name, the figure, and the digits after the point. Ratios are of grown books by empty ones. */
const ROWS: readonly (readonly [string, (step: Step) => number, number])[] = [
  ['placing, ratio of rates', ({ grown, empty }) => grown.lot.rate / empty.lot.rate, 2],
  ['PostgreSQL µs an order', ({ grown }) => grown.lot.placing.databaseUs, 1],
  [
    'WAL bytes an order, ratio',
    ({ grown, empty }) => grown.lot.placing.walBytes / empty.lot.placing.walBytes,
    2,
  ],
  ['settling, ratio of rates', ({ grown, empty }) => grown.lot.settledRate / empty.lot.settledRate, 2],
  ['PostgreSQL µs a result', ({ grown }) => grown.lot.settling.databaseUs, 1],
  ['page of finished orders, ms', ({ grown }) => grown.list, 1],
  ['page of a statement, ms', ({ grown }) => grown.statement, 1],
  ['whole audit, s', ({ whole }) => whole, 1],
  ['audit since a checkpoint, s', ({ since }) => since, 2],
  ['disk bytes an order', ({ bytesAnOrder }) => bytesAnOrder, 0],
]

interface Costs {
  lot: Lot
  /** Milliseconds for a page of a user's finished orders, and of the statement of his last day. */
  list: number
  statement: number
}

interface Step {
  history: number
  grown: Costs
  empty: Costs
  /** Seconds: an audit of everything, and one since a checkpoint with a lot of orders after it. */
  whole: number
  since: number
  /** Of the disk, without the log of writes. */
  bytesAnOrder: number
}

const server = await startServer()
try {
  const grown = await openGrowingBooks(await server.books('grown'), USERS)
  await grown.lot(LOT) // warm up
  const atFirst = await bytesOf(grown.database)
  const steps: Step[] = []
  for (const [i, length] of LENGTHS.entries()) {
    while (grown.orders() < length) {
      await grown.lot(LOT)
      grown.rest(Math.max(0, REST_MS))
      if (grown.orders() % (10 * LOT) === 0) await sql`checkpoint`.execute(grown.database.db)
    }
    const empty = await openGrowingBooks(await server.books(`empty${i}`), USERS)
    await empty.lot(LOT)
    const history = grown.orders()
    for (const { database } of [grown, empty]) await sql`vacuum analyze`.execute(database.db)
    const passes: { grown: Costs; empty: Costs }[] = []
    for (let pass = 0; pass < PASSES; pass++)
      passes.push({ grown: await costsOf(grown), empty: await costsOf(empty) })
    const next = partUntil(grown)
    const whole = await timed(() => audit(grown.database, null, next))
    await grown.lot(LOT)
    const since = await timed(() => audit(grown.database, next, partUntil(grown)))
    const step = {
      history,
      grown: middle(passes.map((one) => one.grown)),
      empty: middle(passes.map((one) => one.empty)),
      whole: whole / 1_000,
      since: since / 1_000,
      bytesAnOrder: ((await bytesOf(grown.database)) - atFirst) / Math.max(1, grown.orders() - LOT),
    }
    steps.push(step)
    console.log(text(step))
  }
  console.log(`\n| orders in the books | ${ROWS.map(([name]) => name).join(' | ')} |`)
  console.log(`|---|${ROWS.map(() => '---').join('|')}|`)
  for (const step of steps) console.log(text(step))
  if (PICTURE !== null) writeFileSync(PICTURE, picture(steps))
  console.log('books audited: 0 findings')
} finally {
  await server.stop()
}

/** Places and settles a lot after a checkpoint of the database, so that each page is written whole at its first change; reads lists. */
async function costsOf(books: GrowingBooks): Promise<Costs> {
  const { db } = books.database
  await sql`checkpoint`.execute(db)
  const lot = await books.lot(LOT)
  const users = Array.from({ length: READERS }, (_, i) => 1 + Math.floor((i * USERS) / READERS))
  const list = await medianOf(users, (userId) =>
    listOrders(db, { userId, book: 'simulated', status: 'finished', pageSize: 20 }),
  )
  const span = { fromMs: books.nowMs() - 86_400_000, toMs: books.nowMs() + 1, after: null, most: 50 }
  const deps = { db, clock: systemClock(), events: createEvents(silentLog()), prices, funds: [orderFunds] }
  const statement = await medianOf(users, (userId) =>
    statementOf(deps, { userId, book: 'simulated', currencyId: 1, kind: 'available', ...span }),
  )
  return { lot, list, statement }
}

async function medianOf(
  users: readonly number[],
  read: (userId: number) => Promise<unknown>,
): Promise<number> {
  const took: number[] = []
  for (const userId of users) took.push(await timed(() => read(userId)))
  return median(took)
}

/** Where an audit ends; it notes in `carried` what the next one goes on from. */
function partUntil(books: GrowingBooks): AuditedPart {
  return { atMs: books.nowMs(), logSize: 0, carried: {} }
}

/** Audits orders and balances only: the synthetic market has no log for batches and prices. */
async function audit(database: Database, since: AuditedPart | null, next: AuditedPart): Promise<void> {
  const found = await runAudit(database, { ticksBetween, tagSecret: hexOf(tagSecret), since, next })
  const inBooks = found.filter(({ rule }) => rule !== 'entry = batches' && rule !== 'price = rules')
  if (inBooks.length > 0) throw new Error(JSON.stringify(inBooks.slice(0, 5)))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The size of all tables and their indexes. */
async function bytesOf({ db }: Database): Promise<number> {
  const { rows } = await sql<{
    bytes: string
  }>`select pg_database_size(current_database())::text as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

/** Each figure's median. */
function middle(passes: readonly Costs[]): Costs {
  const of = (pick: (one: Costs) => number) => median(passes.map(pick))
  const cost = (pick: (one: Costs) => Cost): Cost => ({
    databaseUs: of((one) => pick(one).databaseUs),
    nodeUs: of((one) => pick(one).nodeUs),
    walBytes: of((one) => pick(one).walBytes),
  })
  return {
    lot: {
      rate: of((one) => one.lot.rate),
      placing: cost((one) => one.lot.placing),
      settledRate: of((one) => one.lot.settledRate),
      settling: cost((one) => one.lot.settling),
    },
    list: of((one) => one.list),
    statement: of((one) => one.statement),
  }
}

function text(step: Step): string {
  return `| ${step.history.toLocaleString('en')} | ${ROWS.map(([, pick, digits]) => pick(step).toFixed(digits)).join(' | ')} |`
}

function picture(steps: readonly Step[]): string {
  const line = (name: string, colour: string, pick: (step: Step) => number) => {
    return { name, colour, values: steps.map(pick) }
  }
  const [blue, red, green] = ['#1d4ed8', '#c2410c', '#15803d']
  const costs = (title: string, pick: (cost: Cost) => number) => ({
    title,
    digits: 0,
    lines: [
      line('placing', blue, (one) => pick(one.grown.lot.placing)),
      line('settling', red, (one) => pick(one.grown.lot.settling)),
      line('placing into empty books', green, (one) => pick(one.empty.lot.placing)),
    ],
  })
  return growthPicture(
    steps.map((one) => one.history),
    [
      costs('CPU of PostgreSQL an order, µs', (one) => one.databaseUs),
      costs('Log of writes an order, after a checkpoint, bytes', (one) => one.walBytes),
      {
        title: 'A page of a list, ms',
        digits: 1,
        lines: [
          line('finished orders', blue, (one) => one.grown.list),
          line('statement of a day', red, (one) => one.grown.statement),
        ],
      },
      {
        title: 'An audit, seconds',
        digits: 1,
        lines: [
          line('of everything', blue, (one) => one.whole),
          line('since a checkpoint', red, (one) => one.since),
        ],
      },
    ],
  )
}
