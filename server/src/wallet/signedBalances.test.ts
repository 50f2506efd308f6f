import {
  BALANCES_FORMAT,
  judgeBalances,
  owedBalances,
  type BalancesFile,
} from '@tickmark/core/evidence/balancesFile'
import { accountId } from '@tickmark/core/ledger/accounts'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { formatAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, moneyKey, newUser, setServer } from '../app/app.testing.ts'
import { cutLine, isStatement } from '../db/cuts.testing.ts'
import { openDatabase } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { nodeCrypto } from '../platform/crypto.ts'
import { silentLog } from '../platform/log.ts'
import { createSignedBalances } from './signedBalances.ts'

const MINUTE_MS = 60_000
const clock = movableClock()
const server = setServer({ clock, env: { AUDIT_MINUTES: '10' } })
let user: Caller
let other: Caller

beforeAll(async () => {
  user = await newUser(() => server.url, 911)
  other = await newUser(() => server.url, 912)
})

async function signedFor(one: Caller) {
  const reply = await one.get('/api/getSignedBalances')
  expect(reply.status, reply.text).toBe(200)
  return (reply.body.data as ReplyOf<(typeof walletRoutes)['getSignedBalances']>).signed
}

/** Moves the clock, and waits until the log's newest `audited` entry is about a later time than this. */
async function auditAfter(ms: number, untilMs: number) {
  clock.advance(ms)
  const told = async () => {
    // The writer looks for a new audit once a minute of the log's time.
    clock.advance(5_000)
    return (await signedFor(user))?.until ?? 0
  }
  await expect.poll(told, { timeout: 60_000, interval: 250 }).toBeGreaterThan(untilMs)
}

async function fileOf(one: Caller): Promise<BalancesFile> {
  const signed = await signedFor(one)
  const config = (await one.get('/config.json')).body as unknown as Record<string, string>
  const keys = { origin: config['logOrigin'], log: config['logKey'], receipts: config['receiptsKey'] }
  if (!signed) throw new Error('the log tells of no audit')
  const { account, shares, segment, head } = signed
  return { format: BALANCES_FORMAT, account, shares, segment, head, keys } as BalancesFile
}

test('an owner is shown what the house owed him at its last audit, under a head that it has signed', async () => {
  expect(await signedFor(user)).toBeNull()
  await auditAfter(31_000, 0)
  // The books of two minutes before the audit: nobody had joined.
  const first = await signedFor(user)
  expect(first?.shares).toEqual([])
  await auditAfter(10 * MINUTE_MS, first?.until ?? 0)
  const files = await Promise.all([user, other].map(fileOf))
  for (const file of files) {
    expect(judgeBalances(file, file.account, nodeCrypto)).toBeNull()
    const balances = owedBalances(file).map(
      ({ book, currency, kind, amount }) => `${book} ${kind} ${formatAmount(amount)} ${currency}`,
    )
    expect(balances.toSorted()).toEqual([
      'simulated available 0.1 BTC',
      'simulated available 1 ETH',
      'simulated available 10000 USDT',
    ])
  }
  const [own, strange] = files
  expect(own?.account).not.toBe(strange?.account)
  expect(judgeBalances({ ...strange, account: own?.account }, own?.account ?? '', nodeCrypto)).toBe(
    'not_signed',
  )
})

test('later movements change no signed balance, and the statement of that time agrees with it', async () => {
  const before = await signedFor(user)
  const terms = { book: '1', currencyId: '1', toCurrencyId: '4', amount: '3000' }
  const { quote } = (await user.get('/api/getSwapQuote', { query: terms })).body.data as { quote: string }
  const made = await user.post('/api/currencyExchange', { json: { ...terms, quote }, headers: moneyKey() })
  expect(made.status, made.text).toBe(200)
  const after = await signedFor(user)
  expect(after?.shares).toEqual(before?.shares)
  const until = before?.until ?? 0
  const query = { book: '1', currencyId: '1', from: String(until), to: String(until + 1) }
  expect((await user.get('/api/getStatement', { query })).body.data).toMatchObject({ closing: '10000' })
})

/** The head of a file, and its owner. */
async function shownIn({ head: note, account }: BalancesFile) {
  const size = parseCheckpoint(splitNote(note)?.text ?? '')?.size ?? 0
  const { id } = await server.database.database.db
    .selectFrom('users')
    .select('id')
    .where('address', '=', account)
    .executeTakeFirstOrThrow()
  return { head: () => ({ size, note }), owner: { id: Number(id), address: account } }
}

test('a house that takes a balance out of its books, with the movements behind it, has no proof to show', async () => {
  const honest = await fileOf(user)
  const { db } = server.database.database
  const { head, owner } = await shownIn(honest)
  const problem = async () => {
    // A process that has not kept what it told before.
    const shown = await createSignedBalances({ db, head })(owner)
    return judgeBalances({ ...honest, shares: shown?.shares }, honest.account, nodeCrypto)
  }
  const take = (units: bigint) =>
    transact(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      const account = accountId({ owner: owner.id, book: 'simulated', currency: 3, kind: 'available' })
      await sql`update account set balance = balance - ${units}::bigint where id = ${account}::bigint`.execute(
        tx,
      )
      await sql`update transfer set amount = amount - ${units}::bigint where to_id = ${account}::bigint`.execute(
        tx,
      )
    })
  expect(await problem()).toBeNull()
  await take(1n)
  expect(await problem()).toBe('not_signed')
  await take(-1n)
  expect(await problem()).toBeNull()
})

test('a read that failed is not kept: the next caller is shown his balances', async () => {
  const honest = await fileOf(user)
  const { head, owner } = await shownIn(honest)
  let isCut = false
  const line = await cutLine(server.database.database, (message) => {
    if (isCut || !isStatement(message) || !message.includes('movement')) return null
    isCut = true
    return 'before'
  })
  const database = openDatabase(line.url, silentLog())
  const shownBy = createSignedBalances({ db: database.db, head })
  await expect(shownBy(owner)).rejects.toThrow()
  const { shares } = (await shownBy(owner)) ?? {}
  expect(judgeBalances({ ...honest, shares }, honest.account, nodeCrypto)).toBeNull()
  await database.close()
  await line.close()
})

test('only who is signed in is shown balances', async () => {
  other.cookies.clear()
  expect((await other.get('/api/getSignedBalances')).body.code).toBe('sign_in_first')
})
