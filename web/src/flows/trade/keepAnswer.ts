import { sha256 } from '@noble/hashes/sha2.js'
import { bundleHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import { judgePromise, type PromiseProblem } from '@tickmark/core/receipts/promise'
import { PROMISE_FORMAT, type PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { ticketHash } from '@tickmark/core/receipts/receipts'
import type { Reply } from '../../api/api.ts'
import { bundleNamed } from '../../wallets/keptDelegation.ts'
import { followPromise } from '../../watch/followPromises.ts'
import { houseKeys } from '../../watch/houseKeys.ts'
import { keepPromise, type KeptPromise } from '../../watch/promiseStore.ts'
import { withSignatures } from '../../watch/signatures.ts'

type Answer = Pick<Reply<'createLimitOrder'>, 'orderId' | 'ticket' | 'proof' | 'head'>

/**
 * Checks the house's answer to an order against what its owner signed and the keys of the watched log, and keeps it,
 * before the page calls the order placed. Answers with what is wrong.
 */
export async function keepAnswer(
  answer: Answer,
  consent: SignedConsent | null,
): Promise<PromiseProblem | null> {
  const first = await checked(answer, consent, false)
  // A new receipts key is in the log before it signs.
  const last = first?.problem === 'not_signed' ? await checked(answer, consent, true) : first
  if (!last) return 'not_signed'
  await keepPromise(last)
  await followPromise(last)
  return last.problem
}

async function checked(
  { orderId, ticket, proof, head }: Answer,
  consent: SignedConsent | null,
  isFresh: boolean,
): Promise<KeptPromise | null> {
  const keys = await houseKeys(isFresh)
  if (!keys) return null
  const bundle = consent && bundleNamed(consent, ticket.consent)
  const hash = bundle && bundleHash(bundle, sha256)
  const answer = { ticket, proof, head, keys }
  const problem = await withSignatures((crypto) =>
    judgePromise(answer, consent && { consent, bundle, hash }, crypto),
  )
  const file: PromiseFile = { format: PROMISE_FORMAT, ...answer, consent: bundle }
  const isOther = orderId !== ticket.order ? 'other_terms' : null
  return {
    order: orderId,
    file,
    ticket: problem === 'unreadable' ? '' : ticketHash(ticket, sha256),
    problem: problem ?? isOther,
    keptAtMs: Date.now(),
    isLogged: false,
  }
}
