import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { type Caller, moneyKey, newUser, type Reply } from '@tickmark/server/app/app.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import {
  creditedAfter,
  freeIn,
  getTestMoney,
  type Offer,
  offered,
  OUTSIDE,
  signIntent,
  termsOf,
  testOwner,
  transfersOf,
  typeIdOf,
} from '@tickmark/server/app/custody.testing'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { seeChain } from '../support/house/chain.ts'
import { openHouse } from '../support/stage/stage.ts'
import type { SwapQuote } from '../support/page/swaps.ts'

const SWAPS = runs(200, 60_000)
const OFFERS = runs(250, 80_000)
const REQUESTS = runs(200, 60_000)
const PATIENCE = runs(300_000, 3 * 3_600_000)
const ETH = typeIdOf(3)
const CLASSES = 'challenge verify register order swap withdraw faucet code read write'.split(' ')
const house = openHouse({ CHAINS: '', RATES: CLASSES.map((name) => `${name}=999999/60`).join(' ') })

let user: Caller
let other: Caller
const owner = testOwner(91)
const stranger = testOwner(92)

beforeAll(async () => {
  await seeChain(house.app)
  user = await newUser(() => house.url, 91)
  other = await newUser(() => house.url, 92)
  await creditedAfter(user, 'ETH', () => getTestMoney(user, ETH))
  await creditedAfter(other, 'ETH', () => getTestMoney(other, ETH))
})

const KNOWN_TO_US = [
  'userId owner accountId scale decimals status userNum price rate sourceUsdRate targetUsdRate spreadPpm receives',
  'received fee feeCap createTime expiresAt now id nonce to needsApproval approved total',
].flatMap((line) => line.split(' '))

/** Server-only fields that a client might claim: payer, price, result. Empty half of the time. */
const claims = fc.oneof(
  fc.constant<Record<string, unknown>>({}),
  fc.dictionary(
    fc.constantFrom(...KNOWN_TO_US),
    fc.oneof(
      fc.constantFrom(
        '0',
        '-1',
        '1',
        '1e9',
        '0.00000001',
        '9999999999',
        stranger.address,
        OUTSIDE,
        true,
        null,
      ),
      fc.integer(),
      fc.string({ maxLength: 20 }),
    ),
    { minKeys: 1, maxKeys: 6 },
  ),
)

function post(path: string, json: object): Promise<Reply> {
  return user.post(path, { json: { ...json, book: 0 }, headers: moneyKey() })
}

const sum = (text: string) => parseAmount(text) ?? -1n

async function offer(amount: string): Promise<Offer> {
  const reply = await offered(user, { typeId: ETH, to: OUTSIDE, amount })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as Offer
}

test(
  `[T12] ${OFFERS} withdrawal terms match the request, and a client that claims more is refused`,
  async () => {
    await fc.assert(
      fc.asyncProperty(claims, fc.integer({ min: 1, max: 10 }), async (claimed, part) => {
        const amount = formatAmount(BigInt(part) * 1_000_000n)
        if (!isEmpty(claimed)) {
          const terms = termsOf({ typeId: ETH, to: OUTSIDE, amount })
          const reply = await post('/api/withdrawalIntent', { ...claimed, ...terms })
          expect(reply.body.code).toBe('bad_request')
          return
        }
        const { fields, fee, total } = await offer(amount)
        expect(fields).toMatchObject({ site: house.url, currency: 'ETH', amount, to: OUTSIDE, feeCap: fee })
        expect(sum(total)).toBe(sum(amount) + sum(fee))
      }),
      { numRuns: OFFERS },
    )
  },
  PATIENCE,
)

test(
  `[T12] ${REQUESTS} requests that differ from their owner’s signature take nothing`,
  async () => {
    const made = await offer('0.01')
    const fields = made.fields as unknown as WithdrawalIntent
    const right = {
      ...termsOf({ typeId: ETH, to: OUTSIDE, amount: '0.01' }),
      intent: made.intent,
      signature: await signIntent(owner, fields),
    }
    const foreign = await signIntent(stranger, fields)
    const crooked = fc.oneof(
      fc.record({ amount: fc.constantFrom('0.02', '0.011', '0.009', '-0.01', '1', '0.01000001', '1e-2') }),
      fc.record({ destination: fc.constantFrom(stranger.address, owner.address, '', `${OUTSIDE}0`) }),
      fc.record({ typeId: fc.constantFrom(33, 34, 36, 67, 3, 1_000_000) }),
      fc.record({ signature: fc.oneof(fc.constant(foreign), hexOf(65), hexOf(64), fc.string()) }),
      fc.record({ intent: fc.oneof(fc.base64String({ maxLength: 400 }), fc.constant(`${made.intent}A`)) }),
    )
    const free = await freeIn(user, 'ETH')
    const requested = (await transfersOf(user, 'get_my_cash_out_record')).length
    await fc.assert(
      fc.asyncProperty(crooked, claims, async (change, claimed) => {
        const { status } = await post('/api/cash_out', { ...claimed, ...right, ...change })
        expect([400, 404, 409]).toContain(status)
      }),
      { numRuns: REQUESTS },
    )
    expect(await freeIn(user, 'ETH')).toBe(free)
    expect(await transfersOf(user, 'get_my_cash_out_record')).toHaveLength(requested)
    expect((await post('/api/cash_out', right)).status, 'what was signed is still taken').toBe(200)
    const isPaid = async () =>
      (await transfersOf(user, 'get_my_cash_out_record')).every((one) => one.status === 1)
    await expect.poll(isPaid, { timeout: 300_000, interval: 200 }).toBe(true)
  },
  PATIENCE,
)

test(
  `[T12] ${SWAPS} swaps pay exactly their quote, and a client that claims more is refused`,
  async () => {
    const ofOther = await freeIn(other, 'ETH')
    let turn = 0
    let made = 0
    let held = await holdings()
    await fc.assert(
      fc.asyncProperty(claims, fc.integer({ min: 1, max: 1_000 }), async (claimed, part) => {
        const isOut = turn++ % 2 === 0
        const terms = {
          currencyId: isOut ? 3 : 1,
          toCurrencyId: isOut ? 1 : 3,
          amount: formatAmount(BigInt(part) * (isOut ? 1_000n : 3_000_000n)),
        }
        const query = { ...stringsOf(terms), book: '0' }
        const quoted = await user.get('/api/getSwapQuote', { query })
        if (quoted.status !== 200) {
          // Random swaps may have used up one side.
          expect(quoted.body.code).toBe('insufficient_funds')
          return
        }
        const quote = quoted.body.data as SwapQuote
        const done = await post('/api/currencyExchange', { ...claimed, ...terms, quote: quote.quote })
        const before = held
        held = await holdings()
        if (isEmpty(claimed)) expect(done.body).toMatchObject({ data: { received: quote.receives } })
        else expect(done.body.code).toBe('bad_request')
        if (done.status === 200) made++
        const [given, got] = isEmpty(claimed) ? [sum(terms.amount), sum(quote.receives)] : [0n, 0n]
        expect(held.eth - before.eth).toBe(isOut ? -given : got)
        expect(held.usdt - before.usdt).toBe(isOut ? got : -given)
      }),
      { numRuns: SWAPS },
    )
    expect(made).toBeGreaterThan(SWAPS / 4)
    expect(await freeIn(other, 'ETH')).toBe(ofOther)
    expect(await runAudit(house.database.database)).toEqual([])
  },
  PATIENCE,
)

async function holdings(): Promise<{ eth: bigint; usdt: bigint }> {
  const [eth, usdt] = await Promise.all([freeIn(user, 'ETH'), freeIn(user, 'USDT')])
  return { eth, usdt }
}

function isEmpty(claimed: object): boolean {
  return Object.keys(claimed).length === 0
}

function hexOf(bytes: number): fc.Arbitrary<string> {
  return fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((one) => `0x${Buffer.from(one).toString('hex')}`)
}

function stringsOf(terms: object): Record<string, string> {
  return Object.fromEntries(Object.entries(terms).map(([key, value]) => [key, String(value)]))
}
