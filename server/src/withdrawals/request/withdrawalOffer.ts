import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { priceOf, type Currency } from '@tickmark/core/money/currencies'
import { unreachable } from '@tickmark/core/assert'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { Reader } from '../../db/pool.ts'
import { userOf, type CallContext } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { available } from '../../ledger/store.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { feeOf, gasCapFor, gasPriceFor } from '@tickmark/core/wallet/gasFees'
import { messageOf } from '../../platform/log.ts'
import { refuseDuringSecurityHold } from '../approval/securityHolds.ts'
import { intentOf, makeTerms, sealTerms } from './intents.ts'
import { LIMIT_WINDOW_MS, needsApproval, VELOCITY_WINDOW_MS } from '@tickmark/core/wallet/withdrawals'
import { networkOf, type Network } from '../withdrawal/networks.ts'
import { payableFromMs } from '../protection/addressBook.ts'
import { isAuthenticatorOn } from '../protection/authenticator.ts'
import { withdrawnSince, withdrawnUnasked } from '../withdrawal/store.ts'
import { rawOf } from '@tickmark/core/money/rawUnits'
import { readAmount, type AmountRefusal } from '@tickmark/core/money/readAmount'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { canonicalAddress } from '@tickmark/chainkit/addresses'

type Input = InputOf<(typeof withdrawalRoutes)['withdrawalIntent']>
type WithdrawalOffer = ReplyOf<(typeof withdrawalRoutes)['withdrawalIntent']>

/** The request's fields, as far as they can be checked without a fee. */
interface OfferRequest {
  network: Network
  to: string
  amount: Amount
}

/** Returns a withdrawal's terms for its owner to sign. Moves no money. */
export async function offerWithdrawal(
  input: Input,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<WithdrawalOffer> {
  const { id: userId, address } = userOf(context)
  const { db } = deps.database
  const { network, to, amount } = await readRequest(input, context, deps)
  await refuseDuringSecurityHold(db, userId, context.nowMs)
  const fees = await feesNow(network, deps)
  if (amount <= fees.feeCap) throw belowFee(network, fees.feeCap)
  const has = await available(db, userId, 'real', network.currency.id)
  if (has < amount + fees.feeCap) throw insufficient(network.currency, has)
  const given = { userId, typeId: input.typeId, amount, ...fees, to, site: context.origin }
  const terms = makeTerms(given, context.wallMs)
  const fields = intentOf(terms, network)
  const fromMs = await payableFromMs(db, { id: userId, address }, to, context.nowMs)
  return {
    intent: sealTerms(terms, deps.quoteKey),
    fields: { ...fields },
    fee: formatAmount(terms.feeCap),
    total: formatAmount(amount + terms.feeCap),
    expiresAt: terms.expiresAtMs - context.wallMs + context.nowMs, // pages count in the house's time
    needsCode: await isAuthenticatorOn(db, userId, context.nowMs),
    waitsUntil: fromMs > context.nowMs ? fromMs : null,
    needsApproval: await isAboveLimit(db, userId, network.currency, amount, context.nowMs),
  }
}

/** Checks network, address and amount of a request, each with its own refusal. */
export async function readRequest(
  input: Input,
  context: CallContext,
  { chains }: WithdrawalDeps,
): Promise<OfferRequest> {
  if (context.book === 'simulated') throw new Refused('account_has_no_network')
  const { network, state } = networkOf(chains, input.typeId)
  const address = await checkAddress(input.destination, network, (one) => chains.isOurs(one))
  if (!address.ok) throw new Refused(address.refusal.code, { network: network.chain.name })
  const amount = checkAmount(input.amount, network)
  if (!amount.ok) throw refusedSum(amount.refusal, network)
  if (state.haltedBecause !== null || state.hot === null) throw halted(network)
  return { network, to: address.value, amount: amount.value }
}

/** Whether two operators must approve this amount. Final only while the real book is locked. */
export async function isAboveLimit(
  reader: Reader,
  userId: number,
  { id, code }: Currency,
  amount: Amount,
  nowMs: number,
): Promise<boolean> {
  const own = await withdrawnSince(reader, userId, id, nowMs - LIMIT_WINDOW_MS)
  const unasked = await withdrawnUnasked(reader, id, nowMs - VELOCITY_WINDOW_MS)
  return needsApproval(code, { own, unasked }, amount)
}

async function feesNow(
  network: Network,
  deps: WithdrawalDeps,
): Promise<{ gasCap: bigint; gasPrice: Amount | null; feeCap: Amount }> {
  const { chain, decimals } = network
  let gasCap: bigint
  try {
    gasCap = gasCapFor(network.token !== null, await deps.chains.node(chain.id).feeNow())
  } catch (thrown) {
    deps.log.warn('a network does not return its fees', { network: chain.name, reason: messageOf(thrown) })
    throw halted(network)
  }
  const gasPrice = network.token === null ? null : gasPriceNow(network, deps)
  return { gasCap, gasPrice, feeCap: feeOf(gasCap, gasPrice, chain.native.decimals, decimals) }
}

/** Price of one coin of gas in the token now. Without a price for one of them it makes no offer. */
function gasPriceNow(network: Network, { price }: WithdrawalDeps): Amount {
  const [native, own] = [priceOf(network.native, price), priceOf(network.currency, price)]
  if (native === null || own === null) throw halted(network)
  return gasPriceFor(native, own)
}

export function halted({ chain }: Network): Refused {
  return new Refused('network_halted', { network: chain.name })
}

export function belowFee({ currency }: Network, fee: Amount): Refused {
  return new Refused('amount_below_fee', { fee: formatAmount(fee), currency: currency.code })
}

export function insufficient({ code }: Currency, has: Amount): Refused {
  return new Refused('insufficient_funds', { currency: code, available: formatAmount(has) })
}

function refusedSum({ code }: SumRefusal, { chain, currency, decimals }: Network): Refused {
  switch (code) {
    case 'amount_invalid':
    case 'amount_too_precise':
      return new Refused(code)
    case 'amount_too_precise_for_network':
      return new Refused(code, {
        currency: currency.code,
        decimals: String(decimals),
        network: chain.name,
      })
    default:
      return unreachable(code)
  }
}

type AddressRefusal = {
  code:
    | 'withdrawal_address_invalid'
    | 'withdrawal_address_wrong_network'
    | 'withdrawal_address_ours'
    | 'withdrawal_address_token'
}

/**
 * Returns the canonical spelling of a permitted destination. Checks shape and checksum first, then the network, our own
 * addresses, and token contracts.
 */
async function checkAddress(
  text: string,
  { chain }: Network,
  isOurs: (address: string) => Promise<boolean>,
): Promise<Decision<string, AddressRefusal>> {
  const { kind } = chain
  const address = canonicalAddress(text, kind)
  if (address === null) {
    const isForeign = canonicalAddress(text, kind === 'evm' ? 'tron' : 'evm') !== null
    return refuse({ code: isForeign ? 'withdrawal_address_wrong_network' : 'withdrawal_address_invalid' })
  }
  if (await isOurs(address)) return refuse({ code: 'withdrawal_address_ours' })
  const isToken = chain.tokens.some((one) => canonicalAddress(one.contract, kind) === address)
  return isToken ? refuse({ code: 'withdrawal_address_token' }) : accept(address)
}

type SumRefusal = AmountRefusal | { code: 'amount_too_precise_for_network' }

/** Parses a typed amount that the network can represent. */
function checkAmount(text: string, { decimals }: Network): Decision<Amount, SumRefusal> {
  const amount = readAmount(text)
  if (!amount.ok) return amount
  return rawOf(amount.value, decimals) === null ? refuse({ code: 'amount_too_precise_for_network' }) : amount
}
