import { sha256 } from '@noble/hashes/sha2.js'
import { bundleHash, type ConsentBundle, type SignedConsent } from '@tickmark/core/consent/bundle'
import { judgeClosing, judgeRefusal } from '@tickmark/core/receipts/answers'
import {
  CLOSING_FORMAT,
  REFUSAL_FORMAT,
  type Closed,
  type ClosingFile,
  type RefusalFile,
} from '@tickmark/core/receipts/answerShape'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { SignedRefusal } from '@tickmark/core/receipts/refusal'
import { sessionNow } from '../../../session/session.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { bundleNamed } from '../keptDelegation.ts'
import { keepAsk, newAsk, type KeptAsk } from '../kept/askStore.ts'
import { keysNow } from '../../houseKeys.ts'
import { falseTrouble } from '../kept/problem.ts'
import { askForReceipt } from '../follow/followTickets.ts'
import { withKeys } from './keepAnswer.ts'
import { noticeContradictions } from '../noticeContradictions.ts'
import { accuse } from '../troubles.ts'
import { promiseOf } from '../kept/promiseStore.ts'
import { withSignatures } from '../../signatures/signatures.ts'

/** Keeps a signed text before it is sent: whatever the house does then, this device asks for its answer. */
export async function keepBeforeSending(consent: SignedConsent): Promise<KeptAsk | null> {
  const { book } = sessionNow()
  const bundle = bundleNamed(consent, '')
  const ask = newAsk(consent, { bundle, owner: ownerNow() ?? '', book, keptAtMs: Date.now() })
  return ask && keepAsk(ask)
}

/** Keeps the house's signed refusal, then checks it; `problem` is the result. */
export function keepRefusal(ask: KeptAsk, answer: SignedRefusal & { head: string }): Promise<KeptAsk> {
  const { refusal, signature, head } = answer
  return keepJudged(ask, refusal.consent, {
    file: (keys, consent): RefusalFile => ({
      format: REFUSAL_FORMAT,
      refusal,
      signature,
      head,
      keys,
      consent,
    }),
    judge: (keys, own) =>
      withSignatures((crypto) => judgeRefusal({ refusal, signature, head, keys }, own, crypto)),
  })
}

/** The same for the house's answer to an early close. `waitedMs` as in `AskedPromise`. */
export async function keepClosing(
  ask: KeptAsk,
  answer: Closed & { head: string },
  waitedMs: number | null,
): Promise<KeptAsk> {
  const { settlement, proof, head } = answer
  const kept = await promiseOf(ask.order)
  const ticket = kept?.problem === null ? kept.ticket : null
  return keepJudged(ask, settlement.consent, {
    file: (keys, consent): ClosingFile => ({
      format: CLOSING_FORMAT,
      settlement,
      proof,
      head,
      keys,
      consent,
    }),
    judge: (keys, own) =>
      withSignatures((crypto) =>
        judgeClosing({ settlement, proof, head, keys }, { ...own, waitedMs }, ticket, crypto),
      ),
  })
}

interface Judging {
  file(keys: HouseKeys, consent: ConsentBundle | null): RefusalFile | ClosingFile
  judge(
    keys: HouseKeys,
    own: { consent: SignedConsent; bundle: ConsentBundle | null; hash: string | null },
  ): Promise<Exclude<KeptAsk['problem'], 'unchecked'>>
}

async function keepJudged(ask: KeptAsk, named: string, { file, judge }: Judging): Promise<KeptAsk> {
  const bundle = ask.bundle && variantOf(ask.bundle, named)
  const hash = bundle && bundleHash(bundle, sha256)
  // The house may never answer the request for its keys.
  const keys = keysNow()
  if (keys) await keepAsk({ ...ask, answer: file(keys, bundle), problem: 'unchecked' })
  const own = { consent: ask.consent, bundle, hash }
  const judged = await withKeys(async (known) => ({
    ...ask,
    answer: file(known, bundle),
    problem: await judge(known, own),
  }))
  if (!judged) return ask
  const { order, problem, answer } = judged
  const trouble = falseTrouble(problem)
  if (trouble && answer) await accuse({ order, trouble, evidence: answer })
  else if (answer) await noticeContradictions(order, answer)
  const kept = await keepAsk(judged)
  // The receipt may have been seen before this answer was there to compare.
  await askForReceipt(order)
  return kept
}

/**
 * The variant of the bundle with the named hash: only the house knows whether a contract confirmed the wallet's
 * signature.
 */
function variantOf(bundle: ConsentBundle, named: string): ConsentBundle {
  const contract = { ...bundle, delegation: { ...bundle.delegation, kind: 'contract' as const } }
  return bundleHash(contract, sha256) === named ? contract : bundle
}
