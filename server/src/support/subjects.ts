import { assert } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import { durationById } from '@tickmark/core/orders/durations'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { pairOf } from '@tickmark/core/receipts/receipts'
import { signedText } from '@tickmark/wire/texts/signed'
import type { SubjectFacts, SubjectValue } from '@tickmark/wire/texts/subjects/subjects'
import { spelledAddress } from '../chains/node/addresses.ts'
import type { Chains } from '../chains/node/chainStates.ts'
import { type Deposit, ownDeposit } from '../chains/deposits/depositStore.ts'
import type { Reader } from '../db/pool.ts'
import type { Order } from '../orders/order/order.ts'
import { orderById } from '../orders/order/store.ts'
import type { SupportDeps } from './ports.ts'
import { ownSwap, type Swap } from '../swaps/store.ts'
import { newestTxids } from '../withdrawals/withdrawal/nonceStore.ts'
import { ownWithdrawal, stepsOf } from '../withdrawals/withdrawal/store.ts'

type Line = SubjectFacts['lines'][number]
type Networks = Pick<Chains, 'find'>

/** Tells support what a conversation is about: the facts of an own order or transfer at this moment. */
export function describeSubject(reader: Reader, chains: Networks): SupportDeps['describe'] {
  return async (userId, subject, id) => {
    switch (subject) {
      case 'order': {
        const order = await orderById(reader, userId, id)
        return order && orderFacts(order)
      }
      case 'deposit': {
        const deposit = await ownDeposit(reader, userId, id)
        return deposit && depositFacts(deposit, chains)
      }
      case 'withdrawal':
        return withdrawalFacts(reader, chains, userId, id)
      case 'swap': {
        const swap = await ownSwap(reader, userId, id)
        return swap && swapFacts(swap)
      }
      // There are no loans yet, so nobody has one.
      case 'loan':
        return null
    }
  }
}

function orderFacts(order: Order): SubjectFacts {
  const { terms, sums, currencyId, result } = order
  const duration = durationById(terms.durationId)
  assert(duration, 'an order is of a known duration')
  const pair = text(pairOf(terms.pid))
  const lines: Line[] = [
    line('number', text(order.id)),
    line('account', { word: order.book }),
    line('pair', pair),
    line('condition', { range: terms.direction, barrierPpm: terms.barrierPpm }),
    line('duration', { seconds: duration.seconds }),
    line('stake', sum(sums.stake, currencyId)),
    ...(sums.fee > 0n ? [line('fee', sum(sums.fee, currencyId))] : []),
    line('profit', sum(sums.profit - sums.fee, currencyId)),
    line('placed', { atMs: order.acceptedAtMs }),
    line('due', { atMs: order.dueAtMs }),
    line('state', { word: result?.outcome ?? 'open' }),
  ]
  if (result?.entry) lines.push(line('entry', price(result.entry.price)))
  // A settlement price without an entry price decides nothing.
  if (result?.entry && result.exit) lines.push(line('settlement', price(result.exit.price)))
  if (result?.bid != null) lines.push(line('closedFor', sum(result.bid, currencyId)))
  if (result) lines.push(line('net', signedSum(result.net, currencyId)))
  lines.push(line('ticket', text(order.ticket)))
  return { about: [pair, { word: terms.direction }, sum(sums.stake, currencyId)], lines }
}

function depositFacts(deposit: Deposit, chains: Networks): SubjectFacts {
  const state = chains.find(deposit.chain)
  const amount = sum(deposit.amount, deposit.currency)
  const lines: Line[] = [
    line('number', text(deposit.id)),
    line('amount', amount),
    line('network', text(state?.chain.name ?? '')),
    line('depositAddress', text(spelledAddress(deposit.address, state?.chain.kind ?? 'evm'))),
    line('transaction', text(deposit.txid)),
    ...(deposit.state === 'orphaned' ? [] : [line('block', text(String(deposit.block)))]),
    // Money that the chain took back after it was credited stays the user's.
    line('state', { word: deposit.state === 'lost' ? 'credited' : deposit.state }),
    line('seen', { atMs: deposit.seenAtMs }),
  ]
  if (deposit.creditedAtMs !== null) lines.push(line('credited', { atMs: deposit.creditedAtMs }))
  return { about: [{ word: 'deposit' }, amount], lines }
}

async function withdrawalFacts(
  reader: Reader,
  chains: Networks,
  userId: number,
  id: string,
): Promise<SubjectFacts | null> {
  const one = await ownWithdrawal(reader, userId, id)
  if (!one) return null
  const steps = await stepsOf(reader, [id])
  const txid = one.end.txid ?? (await newestTxids(reader, [id])).get(id)
  const { fee, block } = one.end
  const amount = sum(one.amount, one.currencyId)
  const lines: Line[] = [
    line('number', text(id)),
    line('amount', amount),
    line('network', text(chains.find(one.chainId)?.chain.name ?? '')),
    line('destination', text(one.to)),
    fee === undefined
      ? line('networkFeeCap', sum(one.feeCap, one.currencyId))
      : line('networkFee', sum(fee, one.currencyId)),
    ...(txid === undefined ? [] : [line('transaction', text(txid))]),
    ...(block === undefined ? [] : [line('block', text(String(block)))]),
    // Nobody but the house knows of the state in which it is put together.
    line('state', { word: one.state === 'built' ? 'approved' : one.state }),
    line('requested', { atMs: one.requestedAtMs }),
    line('moved', { atMs: Math.max(one.requestedAtMs, ...steps.map((step) => step.atMs)) }),
  ]
  return { about: [{ word: 'withdrawal' }, amount], lines }
}

function swapFacts({ id, book, terms, rates, received, atMs }: Swap): SubjectFacts {
  const given = sumText(terms.amount, terms.source.id)
  const got = sumText(received, terms.target.id)
  const lines: Line[] = [
    line('number', text(id)),
    line('account', { word: book }),
    line('given', text(given)),
    line('received', text(got)),
    line('givenRate', price(rates.source)),
    line('receivedRate', price(rates.target)),
    line('time', { atMs }),
  ]
  return { about: [{ word: 'swap' }, text(`${given} → ${got}`)], lines }
}

function line(name: Line['name'], value: SubjectValue): Line {
  return { name, value }
}

function text(content: string): SubjectValue {
  return { text: content }
}

function sum(amount: Amount, currencyId: number): SubjectValue {
  return text(sumText(amount, currencyId))
}

function signedSum(amount: Amount, currencyId: number): SubjectValue {
  return text(`${signedText(amount)} ${codeOf(currencyId)}`)
}

function sumText(amount: Amount, currencyId: number): string {
  return `${formatAmount(amount)} ${codeOf(currencyId)}`
}

function codeOf(currencyId: number): string {
  const code = currencyById(currencyId)?.code
  assert(code, 'sums are in known currencies')
  return code
}

function price(units: Amount): SubjectValue {
  return text(`${formatAmount(units)} USDT`)
}
