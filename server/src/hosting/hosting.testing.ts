import { HOUSE, VENUE_KINDS, type AccountKey, type Kind } from '@tickmark/core/ledger/accounts'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import type { Book } from '@tickmark/core/money/currencies'
import { ONE, type Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { findDelegation } from '../accounts/sessionStore.ts'
import { insertUser } from '../accounts/userStore.ts'
import { AUDITS } from '../app/audit/audits.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Database, Reader, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { postTransfers } from '../ledger/post.ts'
import { available, houseBalance } from '../ledger/store.ts'
import { createNotify } from '../messages/notify.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { createEvents, type EventName } from '../module/events.ts'
import type { Finding } from '../module/finding.ts'
import { askOf } from '../orders/orders.testing.ts'
import { hostingConsents } from '../orders/refusing/hostingConsents.ts'
import { movableClock, type MovableClock } from '../platform/clock.testing.ts'
import { signerOf } from '../platform/keys.ts'
import { silentLog } from '../platform/log.ts'
import { dayCloser } from './closing/dayCloser.ts'
import { expirySweep } from './ending/expire.ts'
import { idleProgramme } from './idleProgramme.testing.ts'
import { hostingMessages } from './messages.ts'
import type { HostingDeps, ProgrammePort } from './ports.ts'
import { hostingAnswers } from './routes.ts'
import { hostedBy } from './order/store.ts'

export const DAY_MS = 86_400_000

/** A line of the programme's trades, with a profit in units. */
interface TestLine {
  at: number
  profit: Amount
}

/** Hosting on a real database, with venues that hold money and lines of trades that the test writes. */
export interface HostingFixture {
  test: TestDatabase
  clock: MovableClock
  deps: HostingDeps
  /** Another process on the same books, with its own database connections. */
  another(database: Database): HostingDeps
  /** A user with that balance in both books. */
  user(has: Amount): Promise<number>
  /** Hosts money; returns the order's id. */
  host(userId: number, amount: string, more?: { mid?: number; book?: Book; key?: string }): Promise<string>
  exit(userId: number, orderNumber: string, book?: Book): Promise<unknown>
  /** A trade that ends now with a profit. */
  trade(profit: Amount): Promise<void>
  /** Moves the house's time to a moment and lets it do the work due then. */
  goTo(when: string | number, by?: HostingDeps): Promise<void>
  /** Closes the days and returns the principals that are due. */
  work(by?: HostingDeps): Promise<void>
  has(userId: number, book?: Book): Promise<Amount>
  hosted(userId: number, book?: Book): Promise<Amount>
  /** Balance of one of the house's accounts. */
  house(book: Book, kind: Kind): Promise<Amount>
  /** Kinds of the user's messages in the order written, with the last part of their refs. */
  told(userId: number): Promise<string[]>
  ask(userId: number, book?: Book, key?: string): ReturnType<typeof askOf>
  findings(within?: Tx): Promise<Finding[]>
  close(): Promise<void>
}

/** Rules of the audit on the ledger and on hosting. */
const AUDITED = new Set([1, 2, 3, 5, 6, 9, 21, 22])

export async function openHostingFixture(startMs: number): Promise<HostingFixture> {
  const test = await createTestDatabase()
  const { db } = test.database
  const clock = movableClock({ isStill: true, startMs })
  const lines: TestLine[] = []
  await sql`insert into log_entry (seq, kind, at, body, leaf)
    values (1, 'keys', ${startMs}::bigint, '{}', ${Buffer.alloc(32)})`.execute(db)
  await logProducts(db, startMs)
  await logAtOnce(db)
  await transact(db, (tx) => fundVenues(tx, startMs))
  const programme = programmeOf(lines)
  const another = (database: Database) => processOf(database, clock, programme)
  const deps = another(test.database)
  const ask = (userId: number, book: Book = 'real', key: string = randomUUID()) =>
    askOf(clock, userId, { book, idempotencyKey: key })
  const work = async (by = deps) => {
    const jobs = [dayCloser(by), expirySweep(by)]
    for (const job of jobs) {
      await job.idle()
      await job.stop()
    }
  }
  return {
    test,
    clock,
    deps,
    another,
    async user(has) {
      const id = await addUser(db, clock.nowMs())
      await transact(db, (tx) => give(tx, id, has, clock.nowMs()))
      return id
    },
    async host(userId, buyMoney, { mid = 1, book, key } = {}) {
      const asked = { buyMoney, mid, type: '0', userNum: '1' }
      return (await hostingAnswers(deps).orderConfirmation(asked, ask(userId, book, key))).orderNumber
    },
    exit: (userId, orderNumber, book) => hostingAnswers(deps).exitHosting({ orderNumber }, ask(userId, book)),
    async trade(profit) {
      lines.push({ at: clock.nowMs(), profit })
      await transact(db, (tx) => realise(tx, profit, clock.nowMs()))
    },
    async goTo(when, by) {
      const atMs =
        typeof when === 'number' ? when : Date.parse(when.includes('T') ? when : `${when}T00:00:00Z`)
      clock.advance(atMs - clock.nowMs())
      await work(by)
    },
    work,
    has: (userId, book = 'real') => available(db, userId, book, PROGRAMME.currency),
    hosted: (userId, book = 'real') => hostedBy(db, { userId, book }),
    house: (book, kind) => houseBalance(db, book, PROGRAMME.currency, kind),
    told: (userId) => toldTo(db, userId),
    ask,
    findings: (within) =>
      within ? findings(within) : transact(db, findings, { isolation: 'repeatable read' }),
    close: () => test.close(),
  }
}

function processOf(database: Database, clock: MovableClock, programme: ProgrammePort): HostingDeps {
  const log = silentLog()
  const events = createEvents(log)
  const live = { hasOpenPage: () => false, publish: () => {} }
  const languagesOf = async () => new Map<number, never>()
  const notify = createNotify({ database, clock, log, events, live, languagesOf }, () => {})
  for (const name of Object.keys(hostingMessages) as EventName[]) {
    const write = hostingMessages[name] as (event: never) => Parameters<typeof notify>[1]
    events.inTransaction(name, (tx, event) => notify(tx, write(event as never)))
  }
  const market = { head: () => null, receiptsKeys: async () => [] }
  const pausesOf = async () => ({ breakUntilMs: 0, excludedUntilMs: 0 })
  const head = () => ''
  const consents = hostingConsents({
    db: database.db,
    clock,
    signer: SIGNER,
    receiptsKeys: market.receiptsKeys,
    head,
  })
  const delegationOf = (session: string) => findDelegation(database.db, session)
  const ports = { programme, pausesOf, consents, delegationOf, isOpen: true }
  return { db: database.db, clock, log, events, signer: SIGNER, market, ...ports }
}

function programmeOf(lines: readonly TestLine[]): ProgrammePort {
  return {
    ...idleProgramme,
    lastLine: () => Promise.resolve({ number: lines.length, atMs: lines.at(-1)?.at ?? 0 }),
    async tradesToShare(_, after, untilMs) {
      const own = lines.slice(after).filter((one) => one.at < untilMs)
      const profit = own.reduce((sum, one) => sum + one.profit, 0n)
      const texts = own.map((_one, i) => `{"number":${after + 1 + i}}`)
      return { first: after + 1, last: after + own.length, profit, lines: texts }
    },
  }
}

/** Puts all products into the log, as happens after a second. */
export async function logProducts(reader: Reader, atMs: number): Promise<void> {
  await sql`insert into log_entry (seq, kind, at, body, leaf)
    select 1 + mid, 'product', ${atMs}::bigint, '{}', ${Buffer.alloc(32)} from hosting_product where log_seq is null`.execute(
    reader,
  )
  await sql`update hosting_product set log_seq = 1 + mid where log_seq is null`.execute(reader)
}

const LOG_AT_ONCE = 'log_at_once'

/** This house writes no log. While the trigger exists, which the audit finds, a statement counts as logged as soon as it is made. */
async function logAtOnce(reader: Reader): Promise<void> {
  await sql`create schema testing`.execute(reader)
  await sql`create function testing.log_at_once() returns trigger language plpgsql as
    'begin new.log_seq := 1; return new; end'`.execute(reader)
  await sql`create trigger ${sql.raw(LOG_AT_ONCE)} before insert on hosting_statement
    for each row execute function testing.log_at_once()`.execute(reader)
}

async function fundVenues(tx: Tx, atMs: number): Promise<void> {
  const account = (kind: Kind): AccountKey => ({
    owner: HOUSE,
    book: 'real',
    currency: PROGRAMME.currency,
    kind,
  })
  const [ref, from] = [randomUUID(), account('external')]
  const postings = VENUE_KINDS.map((kind, leg) => ({
    from,
    to: account(kind),
    amount: BigInt(1_000 + leg) * ONE,
    ref,
    cause: 'funding' as const,
    leg,
  }))
  await postTransfers(tx, postings, atMs)
}

/** Books a trade's gain or loss at the first venue. */
async function realise(tx: Tx, profit: Amount, atMs: number): Promise<void> {
  if (profit === 0n) return
  const account = (kind: Kind): AccountKey => ({
    owner: HOUSE,
    book: 'real',
    currency: PROGRAMME.currency,
    kind,
  })
  const [venue, outside] = [account('venue1'), account('external')]
  const [from, to, amount] = profit > 0n ? [outside, venue, profit] : [venue, outside, -profit]
  await postTransfers(tx, [{ from, to, amount, ref: randomUUID(), cause: 'fill', leg: 0 }], atMs)
}

async function give(tx: Tx, owner: number, amount: Amount, atMs: number): Promise<void> {
  if (amount === 0n) return
  const postings = (['real', 'simulated'] as const).map((book, leg) => {
    const own: AccountKey = { owner, book, currency: PROGRAMME.currency, kind: 'available' }
    const from = { ...own, owner: HOUSE, kind: 'external' as const }
    return {
      from,
      to: own,
      amount,
      ref: randomUUID(),
      cause: book === 'real' ? ('deposit' as const) : ('grant' as const),
      leg,
    }
  })
  await postTransfers(tx, postings, atMs)
}

async function toldTo(db: Database['db'], userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('message')
    .select(['kind', 'ref'])
    .where('user_id', '=', BigInt(userId))
    .orderBy('at_ms')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, ref }) => [kind, ...ref.split(':').slice(1)].join(' '))
}

async function findings(tx: Tx): Promise<Finding[]> {
  const found: Finding[] = []
  for (const rule of AUDITS.flat().filter(({ number }) => AUDITED.has(number)))
    found.push(...(await rule.check(tx, { since: null, next: null } as AuditFacts)))
  return found.filter(({ where }) => where !== `hosting_statement.${LOG_AT_ONCE}`)
}

/** A signer with the receipts key. */
const SIGNER = signerOf(new Uint8Array(32).fill(9))

let users = 0

async function addUser(db: Database['db'], nowMs: number): Promise<number> {
  users++
  const address = `0x${users.toString(16).padStart(40, '0')}`
  const inviteCode = users.toString(36).toUpperCase().padStart(8, '0')
  const given = {
    address,
    walletType: 1 as const,
    practice: false,
    invitedBy: null,
    language: 'english' as const,
  }
  const id = await transact(db, (tx) => insertUser(tx, { ...given, inviteCode, nowMs }))
  if (id === null) throw new Error('the user exists already')
  return id
}
