import { sql } from 'kysely'
import { runs } from '@tickmark/core/runs.testing'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../platform/clock.testing.ts'
import { balances } from '../ledger/store.ts'
import type { PayingDeps, PayingNode } from './withdrawal/ports.ts'
import {
  ETH,
  newAddress,
  openWithdrawalFixture,
  signIntent,
  typeOf,
  units,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from './withdrawals.testing.ts'
import type { Fault } from './payout/faultProxy.testing.ts'
import { withdrawalAnswers } from './routes.ts'
import { createPayoutWorker } from './payout/payoutWorker.ts'
import type { WithdrawalSigner } from '../signing/signerClient.ts'
import { nextNonce } from './withdrawal/nonceStore.ts'
import { withdrawalById } from './withdrawal/store.testing.ts'
import { CHAIN, openTestPayout, type TestPayout } from './payout.testing.ts'

/** Where to cut: before and after each of the four requests that a withdrawal depends on. */
const REQUESTS = ['accept', 'sign', 'send', 'receipt'] as const
const SIDES = ['before', 'after'] as const
const FAULTS = ['crash', 'timeout', 'reset', 'lying node', 'dropped', 'replaced'] as const
interface Case {
  request: (typeof REQUESTS)[number]
  when: (typeof SIDES)[number]
  fault: (typeof FAULTS)[number]
}

/** Each case once, or some hundred times. */
const RUNS = runs(48, 5_000)
const CASES: Case[] = REQUESTS.flatMap((request) =>
  SIDES.flatMap((when) => FAULTS.map((fault) => ({ request, when, fault }))),
)
/** A silent node costs a full timeout, so these cases are fewer. */
const isSlow = ({ request, fault }: Case) =>
  fault === 'timeout' && (request === 'send' || request === 'receipt')
const QUICK = CASES.filter((one) => !isSlow(one))
const SLOW = CASES.filter(isSlow)
const PLAN = [...SLOW, ...Array.from({ length: RUNS - SLOW.length }, (_, i) => QUICK[i % QUICK.length])]

const METHODS = { send: 'eth_sendRawTransaction', receipt: 'eth_getTransactionReceipt' }
const RAISED = 5

let payout: TestPayout
let fixture: WithdrawalFixture
const workTime = movableClock({ isStill: true })
beforeAll(async () => {
  payout = await openTestPayout({
    signerPatienceMs: 300,
    nodePatienceMs: 1_000,
    money: { 1: 10n ** 13n, 3: 10n ** 22n },
  })
  // The signer uses the machine's clock, and so do requests; only the worker's time is moved.
  fixture = await openWithdrawalFixture({
    chains: payout.chains,
    signer: payout.signer,
    clock: movableClock(),
  })
})
afterAll(async () => {
  await fixture.close()
  await payout.close()
})

test(
  '[T5] wherever and however it is cut, there is one payment, or none and the hold is released',
  async () => {
    const outcomes = new Map<string, number>()
    for (const [i, one] of PLAN.entries()) {
      if (!one) continue
      const outcome = await runCase(one, i % 3 === 0 ? ETH : USDT)
      const label = `${one.fault}: ${outcome}`
      outcomes.set(label, (outcomes.get(label) ?? 0) + 1)
      if (one.fault !== 'replaced') expect(`${i} ${JSON.stringify(one)} ${outcome}`).toMatch(/ final$/)
    }
    expect(outcomes.get('replaced: dead')).toBeGreaterThan(RUNS / 10)
    expect(await fixture.findings()).toEqual([])
  },
  runs(400_000, 6 * 3_600_000),
)

/** One withdrawal with one fault. Compares books and chain, and returns the withdrawal's final state. */
async function runCase(one: Case, currency: number): Promise<string> {
  const owner = await fixture.addOwner({ [USDT]: '50', [ETH]: '1' })
  const to = newAddress()
  const [amount, raw] = currency === USDT ? ['20', 20_000_000n] : ['0.5', 5n * 10n ** 17n]
  const scene = stage(one)
  const asked = await request(owner, { currency, amount, to }, scene)
  const { id } = asked
  let { life } = asked
  let state = 'requested'
  for (let pass = 0; pass < 60 && !isOver(state); pass++) {
    const look = life.paying.idle().then(() => 'done' as const)
    if ((await Promise.race([look, life.ended])) === 'crashed') life = await reborn(scene)
    await scene.betweenPasses()
    await payout.mine(1)
    workTime.advance(6_000)
    state = (await withdrawalById(fixture.deps.database.db, id))?.state ?? 'gone'
  }
  await life.paying.stop()
  scene.strike()
  const contract = CHAIN.tokens[0]?.contract ?? ''
  const got =
    currency === USDT
      ? await payout.honest.tokenBalance(contract, to, null)
      : await payout.honest.balance(to, null)
  const fee = (await withdrawalById(fixture.deps.database.db, id))?.end.fee ?? 0n
  const whole = units(currency === USDT ? '50' : '1')
  const has = (await balances(fixture.deps.database.db, owner.id, 'real')).get(currency)
  const facts = { one, state, got, has }
  if (state === 'final') expect(facts).toEqual({ one, state, got: raw, has: whole - units(amount) - fee })
  else expect(facts).toEqual({ one, state: 'dead', got: 0n, has: whole })
  return state
}

const isOver = (state: string) => ['final', 'dead', 'cancelled', 'rejected'].includes(state)

/** A client that repeats its request with the same key until it gets an answer. */
async function request(
  owner: Owner,
  order: { currency: number; amount: string; to: string },
  scene: Scene,
): Promise<{ id: string; life: Life }> {
  const asked = { typeId: typeOf(order.currency), destination: order.to, amount: order.amount }
  const context = fixture.ask(owner, { idempotencyKey: randomUUID() })
  const offer = await fixture.answers.withdrawalIntent(asked, context)
  const signature = signIntent(offer.fields as unknown as Parameters<typeof signIntent>[0], owner.key)
  let life = newLife(scene)
  let reason: unknown = null
  for (let attempt = 0; attempt < 5; attempt++) {
    const answers = withdrawalAnswers({ ...fixture.deps, ...life.deps })
    const call = answers.cash_out({ ...asked, intent: offer.intent, signature, code: '' }, context).then(
      (reply) => reply.id,
      (thrown: unknown) => ((reason = thrown), null),
    )
    const id = await Promise.race([call, life.ended])
    if (id === 'crashed') life = newLife(scene)
    else if (id !== null) return { id, life }
  }
  throw new Error('the request was never answered', { cause: reason })
}

/** One run of the server's process. */
interface Life {
  deps: PayingDeps
  paying: ReturnType<typeof createPayoutWorker>
  /** Settles at the crash; no work of this run continues afterwards. */
  ended: Promise<'crashed'>
}

function newLife(scene: Scene): Life {
  let isDead = false
  const never = new Promise<never>(() => {})
  const ended = new Promise<'crashed'>((resolve) => {
    scene.onCrash = () => {
      isDead = true
      resolve('crashed')
    }
  })
  const mortal = <T extends object>(ports: T): T =>
    new Proxy(ports, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          try {
            if (!isDead) return await (value as (...all: unknown[]) => Promise<unknown>)(...given)
          } finally {
            if (isDead) await never
          }
          return never
        }
      },
    })
  const node: PayingNode = mortal(payout.chains.node(CHAIN.id))
  const signer: WithdrawalSigner = mortal(payout.signer)
  const deps: PayingDeps = {
    ...fixture.deps,
    clock: workTime,
    chains: { ...payout.chains, node: () => node },
    signer,
  }
  return { deps, paying: createPayoutWorker(deps), ended }
}

/** The next run: the database has noticed that the old one's connection is gone. */
async function reborn(scene: Scene): Promise<Life> {
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())`.execute(
    fixture.deps.database.db,
  )
  return newLife(scene)
}

interface Scene {
  onCrash(): void
  betweenPasses(): Promise<void>
  strike(): void
}

/** Arms the two proxies for one case; each fault happens once. */
function stage({ request: at, when, fault }: Case): Scene {
  const scene: Scene = { onCrash: () => {}, betweenPasses: async () => {}, strike: () => {} }
  let isArmed = true
  let liesLeft = 0
  let isSwallowing = fault === 'dropped' && at !== 'receipt'
  let later: (() => Promise<void>) | null = null
  payout.second.isKnown = fault === 'lying node'

  async function cut(): Promise<Fault | null> {
    isArmed = false
    if (fault === 'crash') scene.onCrash()
    if (fault === 'crash' || fault === 'timeout') return { kind: 'silent', when }
    if (fault === 'lying node') liesLeft = 8
    if (at === 'receipt' && (fault === 'dropped' || fault === 'replaced')) {
      const undo = () => undoPayment(fault === 'replaced')
      if (when === 'before') await undo()
      else later = undo
      return null
    }
    if (fault === 'replaced') {
      isSwallowing = when === 'after'
      await takeNonce(at === 'accept')
    }
    return at === 'send' && fault !== 'reset' ? null : { kind: 'reset', when }
  }

  payout.signerLine.judge = (path) => (isArmed && path === `/${at}` ? cut() : null)
  payout.nodeLine.judge = async (_path, body) => {
    const method = /"method":"(\w+)"/.exec(body)?.[1] ?? ''
    await later?.()
    later = null
    const judged = isArmed && method === METHODS[at as keyof typeof METHODS] ? await cut() : null
    if (judged) return judged
    if (liesLeft > 0) return lieAbout(method)
    if (isSwallowing && method === METHODS.send) {
      isSwallowing = false
      return lieAbout(method)
    }
    return null
  }
  scene.betweenPasses = async () => {
    if (liesLeft > 0) liesLeft--
  }
  scene.strike = () => {
    payout.signerLine.judge = () => null
    payout.nodeLine.judge = () => null
  }
  return scene
}

/** Answers of a node that accepted the transaction and lost it, has not seen it, or knows later ones. */
async function lieAbout(method: string): Promise<Fault | null> {
  const lie = (result: unknown): Fault => ({ kind: 'lie', answer: { jsonrpc: '2.0', id: 1, result } })
  if (method === METHODS.send) return lie(`0x${'ab'.repeat(32)}`)
  if (method === METHODS.receipt) return lie(null)
  if (method !== 'eth_getTransactionCount') return null
  return lie(`0x${((await payout.honest.transactionCount(payout.hot)) + RAISED).toString(16)}`)
}

/** Another transaction of the hot wallet takes the payment's present or next nonce. */
async function takeNonce(isNext: boolean): Promise<void> {
  const row = await nextNonce(fixture.deps.database.db, CHAIN.id)
  const count = await payout.honest.transactionCount(payout.hot)
  if (!row || count !== row.next - (isNext ? 0 : 1)) return
  await payout.rpc.call(z.unknown(), 'anvil_impersonateAccount', payout.hot)
  const given = {
    from: payout.hot,
    to: payout.hot,
    value: '0x0',
    gas: '0x5208',
    maxFeePerGas: '0x174876e800',
  }
  await payout.rpc.call(z.unknown(), 'eth_sendTransaction', { ...given, maxPriorityFeePerGas: '0x3b9aca00' })
  await payout.rpc.call(z.unknown(), 'anvil_stopImpersonatingAccount', payout.hot)
}

/** Reorganises the chain: the payment was in the last block but one, and is now in none. */
async function undoPayment(isReplaced: boolean): Promise<void> {
  await payout.rpc.call(z.unknown(), 'anvil_reorg', 2, [])
  if (isReplaced) await takeNonce(false)
}
