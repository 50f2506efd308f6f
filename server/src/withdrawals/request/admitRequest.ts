import { assert } from '@tickmark/core/assert'
import { priceOf } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { rawOf } from '@tickmark/core/money/rawUnits'
import { readAmount } from '@tickmark/core/money/readAmount'
import { payableFromMs } from '@tickmark/core/wallet/addressWait'
import { feeTerms, type FeeTerms } from '@tickmark/core/wallet/gasFees'
import {
  judgeWithdrawal,
  NOTHING_KNOWN,
  type AddressFacts,
  type MoneyFacts,
  type OwnerFacts,
  type Requestable,
  type SumRefusal,
  type WithdrawalFacts,
} from '@tickmark/core/wallet/judgeWithdrawal'
import { LIMIT_WINDOW_MS, VELOCITY_WINDOW_MS } from '@tickmark/core/wallet/withdrawals'
import { canonicalAddress } from '@tickmark/chainkit/addresses'
import type { InputOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { Reader } from '../../db/pool.ts'
import { userOf, type CallContext } from '../../http/calls/context.ts'
import { available } from '../../ledger/store.ts'
import { messageOf } from '../../platform/log.ts'
import { securityHoldInForce } from '../approval/voteStore.ts'
import { bookSwitch, usableFromMs } from '../protection/bookStore.ts'
import { authenticatorOf } from '../protection/protectionStore.ts'
import { networkOf, type Network, type Payable } from '../withdrawal/networks.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { isNonceUsed, withdrawnSince, withdrawnUnasked } from '../withdrawal/store.ts'
import { makeTerms, openTerms, type IntentTerms } from './intents.ts'
import { refusedWithdrawal } from './refusedWithdrawal.ts'

type Input = InputOf<(typeof withdrawalRoutes)['withdrawalIntent']>
type SignedInput = InputOf<(typeof withdrawalRoutes)['cash_out']>

/** A request that passed all checks, with the facts behind them. */
export interface AdmittedRequest {
  network: Network
  /** Those that the owner signed, or new ones for the owner to sign. */
  terms: IntentTerms
  facts: WithdrawalFacts
  requestable: Requestable
}

/**
 * Loads the facts about a request and decides on it: on an offer of terms or, with `signed`, on a withdrawal. Throws the refusal.
 */
export async function admitRequest(
  input: Input,
  signed: SignedInput | null,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<AdmittedRequest> {
  const found = networkOf(deps.chains, input.typeId)
  const { facts, fees, terms } = found
    ? await loadFacts(found, input, signed, context, deps)
    : { facts: { ...NOTHING_KNOWN, book: context.book }, fees: null, terms: null }
  const judged = judgeWithdrawal(facts)
  if (!judged.ok) throw refusedWithdrawal(judged.refusal, found?.network ?? null)
  const { to } = facts.address
  assert(found && fees && to !== null, 'what can be requested has a network, its fees and an address')
  const { id: userId } = userOf(context)
  const given = { userId, typeId: input.typeId, amount: judged.value.amount, ...fees, to }
  return {
    network: found.network,
    terms: terms ?? makeTerms({ ...given, site: context.origin }, context.wallMs),
    facts,
    requestable: judged.value,
  }
}

interface Loaded {
  facts: WithdrawalFacts
  fees: FeeTerms | null
  /** Those in the owner's intent; null without an intent of ours. */
  terms: IntentTerms | null
}

async function loadFacts(
  { network, state }: Payable,
  input: Input,
  signed: SignedInput | null,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<Loaded> {
  const opened = signed && openTerms(signed.intent, userOf(context).id, deps.quoteKey)
  const terms = opened?.ok ? opened.value : null
  const fees = signed ? terms : await feesNow(network, deps)
  const address = await addressFacts(input.destination, network, deps)
  const { db } = deps.database
  const facts: WithdrawalFacts = {
    ...(await loadOwnerFacts(db, address.to ?? '', context)),
    ...(await loadMoneyFacts(db, network.currency.id, terms, context)),
    book: context.book,
    isListed: true,
    isHalted: state.haltedBecause !== null || state.hot === null,
    currency: network.currency.code,
    typeId: input.typeId,
    address,
    amount: amountOf(input.amount, network),
    feeCap: fees?.feeCap ?? null,
    signed: opened?.ok === false ? opened.refusal.code : signed?.signature === '' ? 'intent_missing' : terms,
    code: signed && signed.code,
    nowMs: context.nowMs,
    wallMs: context.wallMs,
  }
  return { facts, fees, terms }
}

/** The facts that the owner and operators can change: load them again in the transaction that writes the request. */
export async function loadOwnerFacts(reader: Reader, to: string, context: CallContext): Promise<OwnerFacts> {
  const { nowMs } = context
  const { id, address } = userOf(context)
  const wait = {
    isOwn: to === address,
    book: await bookSwitch(reader, id),
    usableAtMs: await usableFromMs(reader, id, to),
  }
  return {
    hold: await securityHoldInForce(reader, id, nowMs),
    addressFromMs: payableFromMs(wait, nowMs),
    needsCode: (await authenticatorOf(reader, id, nowMs))?.isConfirmed === true,
  }
}

/** The facts that other requests change: final only under the real book's lock. */
export async function loadMoneyFacts(
  reader: Reader,
  currencyId: number,
  terms: Pick<IntentTerms, 'nonce'> | null,
  context: CallContext,
): Promise<MoneyFacts> {
  const { nowMs } = context
  const { id } = userOf(context)
  return {
    available: await available(reader, id, 'real', currencyId),
    withdrawn: {
      own: await withdrawnSince(reader, id, currencyId, nowMs - LIMIT_WINDOW_MS),
      unasked: await withdrawnUnasked(reader, currencyId, nowMs - VELOCITY_WINDOW_MS),
    },
    isUsed: terms !== null && (await isNonceUsed(reader, terms.nonce)),
  }
}

/** The highest network fee, at present fees; null while a fee or a price is missing. */
async function feesNow(
  { chain, token, currency, native, decimals }: Network,
  { chains, price, log }: WithdrawalDeps,
): Promise<FeeTerms | null> {
  const prices = { native: priceOf(native, price), own: priceOf(currency, price) }
  const coin = { isToken: token !== null, nativeDecimals: chain.native.decimals, decimals }
  try {
    return feeTerms(await chains.node(chain.id).feeNow(), prices, coin)
  } catch (thrown) {
    log.warn('a network does not return its fees', { network: chain.name, reason: messageOf(thrown) })
    return null
  }
}

async function addressFacts(
  text: string,
  { chain: { kind, tokens } }: Network,
  { chains }: WithdrawalDeps,
): Promise<AddressFacts> {
  const to = canonicalAddress(text, kind)
  return {
    to,
    isForeign: canonicalAddress(text, kind === 'evm' ? 'tron' : 'evm') !== null,
    isToken: tokens.some((one) => canonicalAddress(one.contract, kind) === to),
    isOurs: to !== null && (await chains.isOurs(to)),
  }
}

/** The amount in a text, if the network can express it. */
function amountOf(text: string, { decimals }: Network): Amount | SumRefusal {
  const amount = readAmount(text)
  if (!amount.ok) return amount.refusal.code
  return rawOf(amount.value, decimals) === null ? 'amount_too_precise_for_network' : amount.value
}
