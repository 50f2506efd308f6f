import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { confirmationsOf } from '@tickmark/core/wallet/confirmations'
import { goesOnAtMs, isWaiting, unaskedBounds, whyAsked } from '@tickmark/core/wallet/withdrawals'
import { INTENT_FIELDS, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { ReplyOf } from '@tickmark/wire/call'
import type { operatorWithdrawalRoutes } from '@tickmark/wire/routes/operators/withdrawals'
import type { Reader } from '../../db/pool.ts'
import { namesOf } from '../../operators/presentStore.ts'
import type { PayingChains } from '../withdrawal/ports.ts'
import { intentVerdict, readIntent } from '../withdrawal/signedIntent.ts'
import { slotOf, variantsOf } from '../withdrawal/nonceStore.ts'
import { stepsOf } from '../withdrawal/store.ts'
import { votesOn } from '../approval/voteStore.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import { countedBefore, type AskedWithdrawal } from './consoleStore.ts'
import type { ProposedHold } from './holdStore.ts'

type Routes = typeof operatorWithdrawalRoutes
type Item = ReplyOf<Routes['consoleWithdrawals']>['list'][number]
type Page = ReplyOf<Routes['consoleWithdrawal']>
type HoldItem = ReplyOf<Routes['consoleHolds']>['list'][number]

/** A withdrawal in a list. */
export function itemOf(
  { withdrawal: one, ...asked }: AskedWithdrawal,
  { chains, silenceMs }: { chains: PayingChains; silenceMs: number },
): Item {
  return {
    id: one.id,
    userId: one.userId,
    owner: one.account,
    currency: codeOf(one.currencyId),
    amount: formatAmount(one.amount),
    feeCap: formatAmount(one.feeCap),
    network: chains.find(one.chainId)?.chain.name ?? '',
    destination: one.to,
    state: one.state,
    requestedAt: one.requestedAtMs,
    dueAt: asked.dueMs,
    isAsked: one.needsApproval,
    approvals: asked.approvals,
    rejections: asked.rejections,
    ownVote: asked.ownVote,
    goesOnAt: isWaiting(one.state) ? goesOnAtMs({ ...one, silenceMs }) : null,
  }
}

/** A withdrawal with all the facts for a decision. */
export async function detailOf(
  reader: Reader,
  asked: AskedWithdrawal,
  hold: HoldItem | null,
  facts: { chains: PayingChains; silenceMs: number },
): Promise<Page> {
  const { chains } = facts
  const { withdrawal: one, ownVote } = asked
  const steps = await stepsOf(reader, [one.id])
  return {
    withdrawal: itemOf(asked, facts),
    ...signedOf(one, chains),
    asked: await askedBecause(reader, asked),
    votes: await namedVotes(reader, one.id),
    steps: steps.map(({ state, atMs }) => ({ state, at: atMs })),
    addressFrom: one.addressFromMs > one.requestedAtMs ? one.addressFromMs : null,
    payment: await paymentOf(reader, one, chains),
    hold,
    mayVote: isWaiting(one.state) && one.needsApproval && ownVote === null,
  }
}

/** Every vote on a withdrawal, in order, with the voter. */
async function namedVotes(reader: Reader, id: string): Promise<Page['votes']> {
  const votes = await votesOn(reader, id)
  const names = await namesOf(
    reader,
    votes.map((vote) => vote.operator),
  )
  return votes.map((vote) => ({ ...vote, name: names.get(vote.operator) ?? '' }))
}

/** The owner's signed terms, whether the signature is the owner's, and where the terms differ from the payment. */
function signedOf(
  one: Withdrawal,
  chains: PayingChains,
): Pick<Page, 'intent' | 'signature' | 'verdict' | 'differs'> {
  const intent = readIntent(one.intent)
  return {
    intent: intent === null ? {} : { ...intent },
    signature: one.signature,
    verdict: intentVerdict(one),
    differs: intent === null ? [...INTENT_FIELDS] : differencesIn(intent, one, chains),
  }
}

function differencesIn(intent: WithdrawalIntent, one: Withdrawal, chains: PayingChains): string[] {
  const paid: Partial<WithdrawalIntent> = {
    network: chains.find(one.chainId)?.chain.name ?? '',
    currency: codeOf(one.currencyId),
    amount: formatAmount(one.amount),
    feeCap: formatAmount(one.feeCap),
    to: one.to,
    nonce: one.nonce,
  }
  return INTENT_FIELDS.filter((field) => paid[field] !== undefined && paid[field] !== intent[field])
}

/** Why a withdrawal needs operators; null when it does not. */
async function askedBecause(reader: Reader, asked: AskedWithdrawal): Promise<Page['asked']> {
  const { needsApproval, currencyId, amount } = asked.withdrawal
  if (!needsApproval) return null
  const code = codeOf(currencyId)
  const before = await countedBefore(reader, asked)
  const most = unaskedBounds(code)
  return {
    why: whyAsked(code, before, amount) ?? 'everybody',
    ownBefore: formatAmount(before.own),
    ownMost: formatAmount(most.own),
    hourBefore: formatAmount(before.unasked),
    hourMost: formatAmount(most.everybody),
  }
}

/** The progress of a withdrawal's payment. */
async function paymentOf(reader: Reader, one: Withdrawal, chains: PayingChains): Promise<Page['payment']> {
  const state = chains.find(one.chainId)
  const slot = await slotOf(reader, one.id)
  const variants = await variantsOf(reader, one.id)
  const block = one.end.block ?? null
  return {
    nonce: slot?.nonce ?? null,
    transactions: variants.toReversed().map(({ txid, madeAtMs }) => ({ txid, at: madeAtMs })),
    txid: one.end.txid ?? null,
    block,
    confirmations: block === null || state?.head == null ? 0 : confirmationsOf(block, state.head),
    needed: state?.chain.confirmations ?? 0,
    fee: one.end.fee === undefined ? null : formatAmount(one.end.fee),
    reason: one.reason,
  }
}

/** A hold with its owner's address. */
export function holdOf(
  hold: ProposedHold,
  { owners, names }: { owners: ReadonlyMap<number, string>; names: ReadonlyMap<string, string> },
): HoldItem {
  return {
    caseId: hold.caseId,
    userId: hold.userId,
    owner: owners.get(hold.userId) ?? '',
    reason: hold.reason,
    until: hold.untilMs,
    isInForce: hold.isInForce,
    operators: hold.operators.map(({ operator, atMs }) => ({
      operator,
      name: names.get(operator) ?? '',
      at: atMs,
    })),
  }
}

function codeOf(currencyId: number): string {
  return currencyById(currencyId)?.code ?? ''
}
