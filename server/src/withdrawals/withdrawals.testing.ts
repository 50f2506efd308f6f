import { secp256k1 } from '@noble/curves/secp256k1.js'
import { accept } from '@tickmark/core/decision'
import { entryBody } from '@tickmark/core/log/log'
import { HOUSE } from '@tickmark/core/ledger/accounts'
import { parseAmount } from '@tickmark/core/money/money'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { randomBytes, randomUUID } from 'node:crypto'
import { addressOfKey, spellAddress } from '@tickmark/chainkit/addresses'
import { intentHash } from '@tickmark/chainkit/intentHash'
import { signHash } from '../accounts/signIn.testing.ts'
import { insertUser } from '../accounts/userStore.ts'
import { movableClock, type MovableClock } from '../platform/clock.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Database, Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import type { CallContext } from '../http/calls/context.ts'
import type { UserEvent } from '@tickmark/wire/live/socket'
import type { Chain } from '../chains/node/network.ts'
import { auditLedger } from '../ledger/audit.testing.ts'
import { onMessages, recordEvents } from '../module/events.testing.ts'
import type { Finding } from '../module/finding.ts'
import { fundBankrolls, fundInventories } from '../ledger/grants.testing.ts'
import { postTransfers } from '../ledger/post.ts'
import { signerOf } from '../platform/keys.ts'
import { silentLog } from '../platform/log.ts'
import { addOperators } from '../operators/approved.testing.ts'
import { auditWithdrawals } from './audit.testing.ts'
import { withdrawalMessages } from './messages.ts'
import { showWithdrawals } from './module.ts'
import type { PayingChains, PayingNode, WithdrawalDeps } from './withdrawal/ports.ts'
import { withdrawalAnswers } from './routes.ts'
import type { WithdrawalSigner } from '../signing/signerClient.ts'

export const units = (text: string) => parseAmount(text) ?? 0n
export const USDT = 1
export const ETH = 3
export const CHAIN = 1
export const typeOf = (currencyId: number) => CHAIN * 32 + currencyId
export const SITE = 'http://localhost'

/** A user with his wallet's key. */
export interface Owner {
  id: number
  address: string
  key: Uint8Array
  walletType: 1 | 2
}

/** A wallet whose key the test holds itself. */
type Wallet = Pick<Owner, 'address' | 'walletType'>

/** The module on a real database; the test provides chain and signer. */
export interface WithdrawalFixture {
  test: TestDatabase
  clock: MovableClock
  deps: WithdrawalDeps
  answers: ReturnType<typeof withdrawalAnswers>
  events: [number, UserEvent][]
  /** Messages that were written, including those of transactions that rolled back. */
  messages: NewMessage[]
  addOwner(money: Readonly<Record<number, string>>, wallet?: Wallet): Promise<Owner>
  ask(owner: Owner, more?: Partial<CallContext>): CallContext
  /** Gets terms, signs them and requests the payment. Returns its id. */
  withdraw(owner: Owner, order: Order): Promise<string>
  /** All errors in the ledger and the withdrawals, at one moment. */
  findings(): Promise<Finding[]>
  close(): Promise<void>
}

export interface Order {
  currency?: number
  amount: string
  to: string
  code?: string
}

export interface FixtureParts {
  /** The test writes the log itself: otherwise it has one tick, with the price at which gas is charged. */
  ownLog?: true
  clock?: MovableClock
  chains?: PayingChains | ((database: Database, clock: MovableClock) => PayingChains)
  signer?: WithdrawalSigner
  wake?(): void
}

export async function openWithdrawalFixture(parts: FixtureParts = {}): Promise<WithdrawalFixture> {
  const test = await createTestDatabase()
  const clock = parts.clock ?? movableClock({ isStill: true })
  const { db } = test.database
  await fundBankrolls(db, clock.nowMs())
  await fundInventories(db, clock.nowMs())
  if (!parts.ownLog) await logTick(db, 1, clock.nowMs(), ETH_PRICE)
  await addOperators(db, ['ann', 'ben', 'cem', 'dan'])
  const events: WithdrawalFixture['events'] = []
  const messages: NewMessage[] = []
  const happened = recordEvents()
  onMessages(happened, withdrawalMessages, (some) => messages.push(...some))
  showWithdrawals({
    events: happened,
    live: { publish: (userId, event) => events.push([userId, event]), hasOpenPage: () => true },
  })
  const deps: WithdrawalDeps = {
    database: test.database,
    clock,
    log: silentLog(),
    chains:
      typeof parts.chains === 'function'
        ? parts.chains(test.database, clock)
        : (parts.chains ?? quietChains()),
    signer: parts.signer ?? willingSigner(),
    receipts: signerOf(new Uint8Array(32).fill(7)),
    market: { head: () => null, receiptsKeys: async () => [] },
    quoteKey: new Uint8Array(32).fill(5),
    protectionKey: new Uint8Array(32).fill(6),
    price: (pid) => (pid === ETH_PID ? ETH_PRICE : null),
    askContract: null,
    events: happened,
    endOtherSessions: async () => {},
    wake: () => parts.wake?.(),
  }
  const answers = withdrawalAnswers(deps)
  async function addOwner(money: Readonly<Record<number, string>>, wallet?: Wallet): Promise<Owner> {
    const key = Uint8Array.from(randomBytes(32))
    const own = addressOfKey(secp256k1.getPublicKey(key), 'evm')
    const { address, walletType } = wallet ?? { address: own, walletType: 1 }
    const id = await transact(db, async (tx) => {
      const made = await insertUser(tx, {
        address,
        walletType,
        practice: false,
        inviteCode: randomBytes(4).toString('hex').toUpperCase(),
        invitedBy: null,
        language: 'english',
        nowMs: clock.nowMs(),
      })
      const owner = made ?? 0
      const postings = Object.entries(money).map(([currency, amount]) => ({
        from: { owner: HOUSE, book: 'real', currency: Number(currency), kind: 'external' } as const,
        to: { owner, book: 'real', currency: Number(currency), kind: 'available' } as const,
        amount: units(amount),
        ref: randomUUID(),
        cause: 'deposit' as const,
        leg: 0,
      }))
      await postTransfers(tx, postings, clock.nowMs())
      return owner
    })
    return { id, address, key, walletType }
  }
  const context = (owner: Owner, more: Partial<CallContext> = {}) => askOf(owner, clock.nowMs(), more)
  async function withdraw(owner: Owner, { currency = USDT, amount, to, code = '' }: Order): Promise<string> {
    const asked = { typeId: typeOf(currency), destination: to, amount }
    const offer = await answers.withdrawalIntent(asked, context(owner))
    const signature = signIntent(offer.fields as unknown as WithdrawalIntent, owner.key)
    const done = await answers.cash_out({ ...asked, intent: offer.intent, signature, code }, context(owner))
    return done.id
  }
  const findings = () => findingsOf(test.database)
  return {
    test,
    clock,
    deps,
    answers,
    events,
    messages,
    addOwner,
    ask: context,
    withdraw,
    findings,
    close: () => test.close(),
  }
}

const ETH_PID = 2
export const ETH_PRICE = units('3500')

/** Writes a tick with a price of ETH into the log, past its writer. */
export async function logTick(db: Db | Tx, seq: number, atMs: number, price: bigint): Promise<void> {
  const at = Math.floor(atMs / 1000) * 1000
  const body = entryBody({ kind: 'tick', seq, at, prices: { [ETH_PID]: String(price) } })
  const leaf = Buffer.alloc(32)
  await db
    .insertInto('log_entry')
    .values({ seq: BigInt(seq), kind: 'tick', at: BigInt(at), body, leaf })
    .execute()
}

async function findingsOf({ db }: Database): Promise<Finding[]> {
  const audit = async (tx: Tx) => [...(await auditLedger(tx)), ...(await auditWithdrawals(tx))]
  return transact(db, audit, { isolation: 'repeatable read' })
}

export function signIntent(intent: WithdrawalIntent, key: Uint8Array): string {
  return signHash(intentHash(intent, 'evm'), key)
}

export function askOf(
  { id, address, walletType }: Owner,
  nowMs: number,
  more: Partial<CallContext>,
): CallContext {
  const user = { id, address, practice: false }
  return {
    user,
    session: {
      id: randomUUID(),
      address,
      walletType,
      practice: false,
      user,
      transport: 'cookie',
      key: null,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 3_600_000,
    },
    operator: null,
    operatorSession: null,
    picture: null,
    book: 'real',
    language: 'english',
    ip: '127.0.0.1',
    origin: SITE,
    userAgent: '',
    idempotencyKey: randomUUID(),
    nowMs,
    wallMs: nowMs,
    cookie: () => null,
    setCookie: () => {},
    setOperatorToken: () => {},
    ...more,
  }
}

export function newAddress(): string {
  return addressOfKey(secp256k1.getPublicKey(randomBytes(32)), 'evm')
}

const USDT_CONTRACT = spellAddress(new Uint8Array(20).fill(1), 'evm')
export const OURS = spellAddress(new Uint8Array(20).fill(2), 'evm')
const HOT = spellAddress(new Uint8Array(20).fill(3), 'evm')

export const CHAIN_ROW: Chain = {
  id: CHAIN,
  name: 'Ethereum',
  kind: 'evm',
  rpc: [],
  chainId: 1,
  confirmations: 3,
  coinType: 60,
  blockSeconds: 12,
  native: { currency: ETH, decimals: 18 },
  tokens: [{ currency: USDT, contract: USDT_CONTRACT, decimals: 6 }],
  traces: false,
  isTest: true,
  firstBlock: 0,
}

/** A chain on which nothing happens: 1 gwei base fee, nothing mined, every transaction accepted. */
export function quietChains(): PayingChains {
  const node: PayingNode = {
    headNumber: async () => 100,
    blockHash: async () => null,
    receipt: async () => null,
    balance: async () => 10n ** 24n,
    tokenBalance: async () => 10n ** 18n,
    transactionCount: async () => 0,
    send: async () => 'sent',
    feeNow: async () => ({ baseFee: 1_000_000_000n, tip: 1_000_000_000n }),
    wouldFail: async () => false,
  }
  const state = { chain: CHAIN_ROW, hot: HOT, haltedBecause: null, head: 100 }
  return {
    all: () => [state],
    find: (id) => (id === CHAIN ? state : null),
    node: () => node,
    isOurs: async (address) => address === OURS || address === HOT,
  }
}

/** A signer that accepts every intent and signs nothing. */
export function willingSigner(): WithdrawalSigner {
  return {
    accept: async () => accept(true),
    sign: () => Promise.reject(new Error('nothing is signed here')),
    revoke: async () => true,
    publicKeys: async () => ({ chains: [{ id: CHAIN, hot: HOT, nextNonce: 0 }], xpubs: [] }),
  }
}
