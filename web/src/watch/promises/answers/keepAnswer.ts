import { sha256 } from '@noble/hashes/sha2.js'
import { bundleHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import { judgePromise, type AskedPromise, type PromiseProblem } from '@tickmark/core/receipts/promise'
import { parsePromise, PROMISE_FORMAT, type PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { ticketHash, type HouseKeys } from '@tickmark/core/receipts/receipts'
import type { Reply } from '../../../api/api.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { bundleNamed } from '../keptDelegation.ts'
import { forgetAsk } from '../kept/askStore.ts'
import { falseTrouble, type KeptProblem } from '../kept/problem.ts'
import { followTicket } from '../follow/followTickets.ts'
import { freshKeys, houseKeys, keysNow } from '../../houseKeys.ts'
import { judgeLater } from '../judgeLater.ts'
import { keepPromise, type KeptPromise } from '../kept/promiseStore.ts'
import { noticeContradictions } from '../noticeContradictions.ts'
import { promisedOrder } from '../follow/promisedOrder.ts'
import { accuse } from '../troubles.ts'
import { withSignatures } from '../../signatures/signatures.ts'

type Answer = Pick<Reply<'createLimitOrder'>, 'orderId' | 'ticket' | 'proof' | 'head'>

/**
 * Keeps the house's answer to an order, then checks it against the owner's signed text and the keys of the watched
 * log, before the page calls the order placed. Returns the problem. See `AskedPromise`.
 */
export async function keepAnswer(
  answer: Answer,
  consent: SignedConsent | null,
  waitedMs: number | null,
): Promise<PromiseProblem | null> {
  // The house may never answer the request for its keys.
  const keys = keysNow()
  const unjudged = keys && (await keepPromise(promiseFrom(answer, consent, keys, 'unchecked')))
  const signed = consent && { consent, waitedMs }
  const last = await withKeys((own) => checked(answer, signed, own))
  if (!last) {
    // The answer is followed all the same, and judged later.
    if (unjudged) followTicket(unjudged)
    judgeLater(`ticket ${promisedOrder(consent, answer.orderId)}`, () =>
      keepAnswer(answer, consent, waitedMs),
    )
    return 'not_signed'
  }
  const kept = await keepPromise(last)
  const { order, file } = last
  const trouble = falseTrouble(last.problem)
  if (trouble) await accuse({ order, trouble, evidence: file })
  else await noticeContradictions(order, file)
  followTicket(kept)
  if (kept.problem === null) await forgetAsk(kept.order)
  return last.problem
}

/**
 * Judges by the known house keys; if they have not signed, by those that the log names now: a new receipts key is in
 * the log before it signs. Null while no keys are known.
 */
export async function withKeys<T extends { problem: KeptProblem }>(
  judge: (keys: HouseKeys) => Promise<T>,
): Promise<T | null> {
  const known = await houseKeys(false)
  const first = known && (await judge(known))
  if (first?.problem !== 'not_signed') return first
  const fresh = await freshKeys()
  return fresh && judge(fresh)
}

async function checked(
  answer: Answer,
  signed: Pick<AskedPromise, 'consent' | 'waitedMs'> | null,
  keys: HouseKeys,
) {
  const { orderId, ticket, proof, head } = answer
  const bundle = signed && bundleNamed(signed.consent, ticket.consent)
  const hash = bundle && bundleHash(bundle, sha256)
  const found = await withSignatures((crypto) =>
    judgePromise({ ticket, proof, head, keys }, signed && { ...signed, bundle, hash }, crypto),
  )
  const problem = found ?? (orderId === ticket.order ? null : 'other_terms')
  return { ...promiseFrom(answer, signed?.consent ?? null, keys, problem), problem }
}

function promiseFrom(
  { orderId, ticket, proof, head }: Answer,
  consent: SignedConsent | null,
  keys: HouseKeys,
  problem: KeptPromise['problem'],
): KeptPromise {
  const bundle = consent && bundleNamed(consent, ticket.consent)
  const file: PromiseFile = { format: PROMISE_FORMAT, ticket, proof, head, keys, consent: bundle }
  return {
    order: promisedOrder(consent, orderId),
    file,
    ticket: parsePromise(file) ? ticketHash(ticket, sha256) : '',
    problem,
    keptAtMs: Date.now(),
    isLogged: false,
    owner: ownerNow() ?? '',
    isSettled: false,
  }
}
