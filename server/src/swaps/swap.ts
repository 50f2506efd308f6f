import type { Book } from '@tickmark/core/money/currencies'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { HOUSE, type AccountKey, type Kind } from '@tickmark/core/ledger/accounts'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { readSwapText } from '@tickmark/core/consent/swapConsent'
import type { Amount } from '@tickmark/core/money/money'
import {
  decideQuoted,
  decideUnquoted,
  swapReceives,
  type SwapRates,
  type SwapRefusal,
} from '@tickmark/core/wallet/swaps'
import * as z from 'zod/mini'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { CallContext } from '../http/calls/context.ts'
import { checkedAsk, offConsent, type SignedAsk } from '../http/calls/signedAsk.ts'
import { once } from '../ledger/idempotency.ts'
import { growInventory, refillInventory } from '../ledger/grants.ts'
import { requestHash, postTransfers } from '../ledger/post.ts'
import { lockBook } from '../ledger/store.ts'
import type {} from '../ledger/events.ts'
import type { SwapPorts } from './ports.ts'
import { signedSwapOf } from './swapConsent.ts'
import { insertSwap, insertSwapConsent, type Swap } from './store.ts'
import { fundsFor, type FundsRefusal } from './swapFunds.ts'
import { openSwapQuote } from './swapQuote.ts'
import { ratesFor, swapIdOf, type SwapTerms } from './swapTerms.ts'

export interface SwapRequest {
  userId: number
  book: Book
  /** Idempotency key, a UUID. */
  key: string
  terms: SwapTerms
  /** Id of the quote; empty for the present rate. */
  quote: string
  /** What the owner signed; a session with a key must send it. */
  consent: SignedConsent | undefined
  session: CallContext['session']
}

export interface Swapped {
  id: string
  received: Amount
  /** True when an earlier request with this key made the swap. */
  isRepeat: boolean
}

type Refusal =
  | SwapRefusal
  | FundsRefusal
  | { code: 'consent'; refusal: ConsentRefusal }
  | { code: 'quote_invalid' | 'quote_expired' | 'market_closed' | 'key_reused' | 'consent_used' }

/** Without a quote, the user is assumed to have seen the rate from this long ago. */
const SEEN_AGO_MS = 5_000

/** Swaps at a quote or at the present rate, against the house's inventory. A repeated key gets the same answer. */
export async function swap(deps: SwapPorts, request: SwapRequest): Promise<Decision<Swapped, Refusal>> {
  const { userId, book, key, terms, quote, consent } = request
  const nowMs = deps.clock.nowMs()
  const asked = [
    'swap',
    book,
    terms.source.id,
    terms.target.id,
    String(terms.amount),
    quote,
    consent?.text ?? '',
  ]
  const fingerprint = requestHash(JSON.stringify(asked))
  const keyed = { userId, key, nowMs, route: 'currencyExchange', fingerprint }
  const seen = quote === '' ? await seenRates(deps, terms, nowMs - SEEN_AGO_MS) : null
  const done = await transact(deps.db, (tx) =>
    once<Refusal>(tx, keyed, async () => {
      // Only of a first request: a repeated one may come from a later session, whose key signed nothing.
      const signed = await checkedAsk(consent, readSwapText, request)
      await lockBook(tx, book)
      const atMs = deps.clock.nowMs() // read under the lock, so that it is no older than the money it spends
      const agreed = agree(deps, request, seen, atMs)
      if (!agreed.ok) return agreed
      const off = offConsent(signed, { swap: signedSwapOf(request), received: agreed.value.received }, atMs)
      if (off) return refuse({ code: 'consent', refusal: off })
      const made = { ...agreed.value, id: swapIdOf(userId, key), userId, book, terms, atMs }
      const funds = await fundsFor(tx, made)
      if (!funds.ok) return funds
      const written = await write(tx, made, signed, deps.mode)
      if (written.ok) await deps.events.emit(tx, 'balance_changed', { userId, book })
      return written
    }),
  )
  if (!done.ok) return done
  const { answer, isRepeat } = done.value
  const { id, received } = answerFields.parse(JSON.parse(answer))
  return accept({ id, received: BigInt(received), isRepeat })
}

const answerFields = z.object({ id: z.string(), received: z.string() })

/** Rates at the ticks some seconds ago. */
async function seenRates({ prices }: SwapPorts, terms: SwapTerms, atMs: number): Promise<SwapRates | null> {
  const { source, target } = terms
  const pids = [source.pid, target.pid].filter((pid) => pid !== null)
  const found = await Promise.all(pids.map(async (pid) => [pid, await prices.tickAt(pid, atMs)] as const))
  const ticks = new Map(found)
  return ratesFor(terms, (pid) => ticks.get(pid) ?? null)
}

/** The swap's rates and payment, read under the lock: a wait must not give a free look at prices. */
function agree(
  { prices, quoteKey }: SwapPorts,
  { terms, quote }: SwapRequest,
  seen: SwapRates | null,
  nowMs: number,
): Decision<{ rates: SwapRates; received: Amount }, Refusal> {
  const quoted = quote === '' ? null : openSwapQuote(quote, terms, quoteKey, nowMs)
  if (quoted && !quoted.ok) return quoted
  const present = ratesFor(terms, prices.firm)
  const shown = quoted ? quoted.value : seen
  if (!present || !shown) return refuse({ code: 'market_closed' })
  const sums = { present: swapReceives(terms.amount, present), previewed: swapReceives(terms.amount, shown) }
  const decide = quoted ? decideQuoted : decideUnquoted
  const paid = decide(sums.present, sums.previewed)
  if (!paid.ok) return paid
  return accept({ rates: paid.value === 'present' ? present : shown, received: sums[paid.value] })
}

/** The id derives from the key, so the table refuses even a key that was forgotten after its 30 days. */
async function write(
  tx: Tx,
  made: Swap,
  signed: SignedAsk | null,
  mode: SwapPorts['mode'],
): Promise<Decision<string, { code: 'key_reused' | 'consent_used' }>> {
  if (!(await insertSwap(tx, made))) return refuse({ code: signed ? 'consent_used' : 'key_reused' })
  if (signed) await insertSwapConsent(tx, made.id, signed)
  const { id, userId, book, terms, received, atMs } = made
  const { source, target } = terms
  const account = (owner: number, currency: number, kind: Kind): AccountKey => {
    return { owner, book, currency, kind }
  }
  const given = {
    from: account(userId, source.id, 'available'),
    to: account(HOUSE, source.id, 'inventory'),
    amount: terms.amount,
  }
  const back = {
    from: account(HOUSE, target.id, 'inventory'),
    to: account(userId, target.id, 'available'),
    amount: received,
  }
  if (book === 'simulated') await growInventory(tx, target, received, atMs)
  const legs = [given, back].map((one, leg) => ({ ...one, ref: id, cause: 'swap' as const, leg }))
  await postTransfers(tx, legs, atMs)
  if (book === 'real' && mode === 'sandbox') await refillInventory(tx, target, atMs)
  return accept(JSON.stringify({ id, received: String(received) }))
}
