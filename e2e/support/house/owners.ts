import { HOSTING_FORMAT, type HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import type { ConsentBundle, SignedConsent } from '@tickmark/core/consent/bundle'
import { closeText, CONSENT_LIFE_MS, NO_HEAD, orderText } from '@tickmark/core/consent/consentText'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { testKey } from '@tickmark/core/consent/owner.testing'
import { exitConsentText, hostingConsentText, type HostingTerms } from '@tickmark/core/consent/hostingConsent'
import { swapText } from '@tickmark/core/consent/swapConsent'
import { LINE_FORMAT, type LineFile } from '@tickmark/core/evidence/lineFile'
import { currencyByCode } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { PROMISE_FORMAT, type PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { pairOf } from '@tickmark/core/receipts/receipts'
import { caller, type Caller, moneyKey, wallet } from '@tickmark/server/app/app.testing'
import type { ReplyOf } from '@tickmark/wire/call'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { randomUUID } from 'node:crypto'
import type { Account } from 'viem/accounts'
import { type CheatingHouse, SITE } from './cheatingHouse.ts'

/** A user over HTTP whose session key signs his orders, as the page's does. */
export interface Owner {
  address: string
  user: Caller
  /** Places a signed order for a minute with 1 USDT of the practice account, and keeps the house's promise. */
  order(wish: Wish): Promise<Placed & { promise: PromiseFile }>
  /** Signs the same order, and does not send it. */
  sign(wish: Wish): Promise<ConsentBundle>
  /** Hosts money of the practice account, signed, and keeps the house's ticket. */
  host(terms: Terms): Promise<HostingFile>
  /** Ends a hosting order early, signed, and keeps the house's statement. */
  exit(order: string, back?: bigint): Promise<HostingFile>
  /** The line of a hosting order in the newest closed day, as the house shows it under its log's head. */
  line(order: string): Promise<LineFile>
  /** Closes an order early at the house's bid, signed. */
  close(orderId: string): Promise<void>
  /** Swaps money of the practice account, signed; returns the swap's id. */
  swap(wish: SwapWish): Promise<string>
  /** The file that the house gives for a finished order. */
  receipt(orderId: string): Promise<string>
}

export interface Wish {
  pid: number
  direction: 'up' | 'down'
  /** Terms that the house offers only to this owner, instead of the public ones. */
  instead?: (range: Range) => Range
}

export interface SwapWish {
  /** Codes of currencies. */
  source: string
  target: string
  amount: string
  /** Empty for the present rate. */
  quote: string
  /** The least sum received, in units. */
  least: bigint
}

/** The part of a hosting order that its owner signs, except the book. */
export type Terms = Omit<HostingTerms, 'book'>

type Stated = Pick<ReplyOf<typeof arbitrageRoutes.exitHosting>, 'statement' | 'signature' | 'head'>
type Days = ReplyOf<typeof arbitrageRoutes.getHostingDays>
type Logged = ReplyOf<typeof arbitrageRoutes.getLoggedDay>
type Placed = ReplyOf<typeof orderRoutes.createLimitOrder>
type Value = ReplyOf<typeof orderRoutes.getOrderValue>
type Offers = ReplyOf<typeof orderRoutes.getTimeAccountCurrency>
/** A return range on offer. */
export type Range = Offers['ranges'][number]

let wallets = 60_000

export async function newOwner(house: CheatingHouse): Promise<Owner> {
  const account = wallet((wallets += 1))
  const { key, session, sign } = testKey()
  const user = caller(() => house.url, { origin: SITE })
  const delegation = await delegate(user, account, key)
  const registered = await user.post('/api/register', { json: {} })
  if (registered.status !== 200) throw new Error(`not registered: ${registered.text}`)
  let nonce = 0
  const frame = () => {
    const at = house.clock.nowMs()
    nonce = Math.max(at, nonce + 1)
    return { origin: SITE, session, nonce, at, expires: at + CONSENT_LIFE_MS, head: NO_HEAD }
  }
  const keptOf = (reply: Awaited<ReturnType<Caller['get']>>, consent: SignedConsent): HostingFile => {
    const { statement, signature, head } = dataOf(reply) as Stated
    const keys = house.app.market.keys()
    return { format: HOSTING_FORMAT, statement, signature, consent: { ...consent, delegation }, head, keys }
  }
  async function signed({ pid, direction, instead = (range) => range }: Wish) {
    const query = { type: direction === 'up' ? '0' : '1', pid: String(pid), timeId: '110' }
    const offers = dataOf(await user.get('/api/getTimeAccountCurrency', { query })) as Offers
    const [open] = offers.ranges
    if (!open) throw new Error('a range is on offer')
    const range = instead(open)
    const { barrierPpm, chancePpm, marginPpm } = range
    const consent = sign(
      orderText({
        ...frame(),
        book: 'simulated',
        currency: 'USDT',
        pid,
        pair: pairOf(pid),
        duration: 60,
        direction,
        barrierPpm,
        chancePpm,
        marginPpm,
        stake: '100000000',
        ratePct: Number(parseAmount(range.rate)) / 1_000_000,
      }),
    )
    return { consent, range }
  }
  return {
    address: account.address,
    user,
    async sign(wish) {
      return { ...(await signed(wish)).consent, delegation }
    },
    async order(wish) {
      const { consent, range } = await signed(wish)
      const json = {
        pid: wish.pid,
        stake: '1',
        timeId: 110,
        currencyId: 1,
        quoteId: range.id,
        book: 1,
        consent,
      }
      const placed = dataOf(await user.post('/api/createLimitOrder', { json, headers: moneyKey() })) as Placed
      const { ticket, proof, head } = placed
      const bundle = { ...consent, delegation }
      const keys = house.app.market.keys()
      return { ...placed, promise: { format: PROMISE_FORMAT, ticket, proof, consent: bundle, head, keys } }
    },
    async host(terms) {
      const consent = sign(hostingConsentText({ ...frame(), book: 'simulated', ...terms }))
      const { mid, version, principal } = terms
      const json = { book: 1, mid, version, buyMoney: formatAmount(BigInt(principal)), consent }
      return keptOf(await user.post('/api/orderConfirmation', { json, headers: moneyKey() }), consent)
    },
    async exit(order, back = 0n) {
      const consent = sign(exitConsentText({ ...frame(), order, back: String(back) }))
      const json = { book: 1, orderNumber: order, consent }
      return keptOf(await user.post('/api/exitHosting', { json, headers: moneyKey() }), consent)
    },
    async line(orderNumber) {
      const query = { book: '1', orderNumber }
      const days = dataOf(await user.get('/api/getHostingDays', { query })) as Days
      const [newest] = days.list
      const { note: checkpoint, size: to } = headOf(house)
      if (!newest) throw new Error('a day was closed')
      const { day, line, index, size, path } = newest
      const asked = { query: { day, size: String(to) } }
      const { segment } = dataOf(await user.get('/api/getLoggedDay', asked)) as Logged
      if (!segment) throw new Error('the log has the day')
      const keys = house.app.market.keys()
      return { format: LINE_FORMAT, day, shown: { line, index, size, path }, segment, checkpoint, keys }
    },
    async close(orderId) {
      const query = { orderId, book: '1' }
      const value = dataOf(await user.get('/api/getOrderValue', { query })) as Value
      if (!value) throw new Error('there is a bid')
      const bid = String(parseAmount(value.bid))
      const consent = sign(closeText({ ...frame(), order: orderId, bid }))
      const json = { orderId, bidId: value.bidId, book: 1, consent }
      dataOf(await user.post('/api/closeLimitOrder', { json, headers: moneyKey() }))
    },
    async swap({ source, target, amount, quote, least }) {
      const key = randomUUID()
      const asked = { source, target, given: String(parseAmount(amount)), least: String(least), key }
      const consent = sign(swapText({ ...frame(), book: 'simulated', ...asked }))
      const idOf = (code: string) => currencyByCode(code)?.id
      const json = { currencyId: idOf(source), toCurrencyId: idOf(target), amount, quote, book: 1, consent }
      return (
        dataOf(await user.post('/api/currencyExchange', { json, headers: { 'idempotency-key': key } })) as {
          id: string
        }
      ).id
    },
    async receipt(orderId) {
      const reply = await user.get('/api/getReceipt', { query: { orderId, book: '1' } })
      return JSON.stringify(dataOf(reply))
    },
  }
}

function headOf({ app }: CheatingHouse): { note: string; size: number } {
  const head = app.market.head()
  if (!head) throw new Error('the log has a head')
  return head
}

/** Signs in, and keeps the wallet's delegation: the session's key may sign from now on. */
async function delegate(user: Caller, account: Account, key: string): Promise<SignedDelegation> {
  const { address } = account
  const asked = await user.post('/api/session/challenge', { json: { address, walletType: 1, key } })
  const { message: text } = dataOf(asked) as { message: string }
  const signature = (await account.signMessage?.({ message: text })) ?? ''
  dataOf(await user.post('/api/session', { json: { address, walletType: 1, message: text, signature } }))
  return { text, signature, address, kind: 'evm' }
}

function dataOf({ status, body, text }: Awaited<ReturnType<Caller['get']>>): unknown {
  if (status !== 200) throw new Error(`refused: ${text}`)
  return body.data
}
