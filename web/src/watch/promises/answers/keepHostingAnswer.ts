import { sha256 } from '@noble/hashes/sha2.js'
import { HOSTING_FORMAT, idOfText, judgeHosting } from '@tickmark/core/arbitrage/hostingPromise'
import { bundleHash, type SignedConsent } from '@tickmark/core/consent/bundle'
import { readExitText } from '@tickmark/core/consent/hostingConsent'
import { askedOf } from '@tickmark/core/receipts/answers'
import type { PromiseProblem } from '@tickmark/core/receipts/promise'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { Reply } from '../../../api/api.ts'
import { sessionNow } from '../../../session/session.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { keysNow } from '../../houseKeys.ts'
import { withSignatures } from '../../signatures/signatures.ts'
import { forgetAsk } from '../kept/askStore.ts'
import { followHosting } from '../follow/followHostings.ts'
import { judgeLater } from '../judgeLater.ts'
import { falseTrouble } from '../kept/problem.ts'
import { keepHosting, type KeptHosting } from '../kept/hostingStore.ts'
import { withKeys } from './keepAnswer.ts'
import { bundleNamed } from '../keptDelegation.ts'
import { noticeContradictions } from '../noticeContradictions.ts'
import { noticeExitFees } from '../noticeExitFees.ts'
import { accuse } from '../troubles.ts'

type Answer = Pick<Reply<'orderConfirmation'>, 'statement' | 'signature' | 'head'>

/**
 * Keeps the house's ticket or exit, checks it against the owner's signed text and the keys of the watched log, then
 * follows it. Returns the problem. `waitedMs` as in `AskedPromise`.
 */
export async function keepHostingAnswer(
  answer: Answer,
  consent: SignedConsent | null,
  waitedMs: number | null,
): Promise<PromiseProblem | null> {
  // The house may never answer the request for its keys.
  const keys = keysNow()
  const unjudged = keys && (await keepHosting(keptOf(answer, consent, keys, 'unchecked')))
  const { name } = unjudged ?? { name: `${answer.statement.kind} ${answer.statement.order}` }
  const bundle = consent && bundleNamed(consent, answer.statement.consent)
  const hash = bundle && bundleHash(bundle, sha256)
  const signed = consent && { consent, waitedMs, bundle, hash }
  const { statement, signature, head } = answer
  const last = await withKeys(async (own) => {
    const problem = await withSignatures((crypto) =>
      judgeHosting({ statement, signature, head, keys: own }, signed, crypto),
    )
    return { ...keptOf(answer, consent, own, problem), problem }
  })
  if (!last) {
    // The answer is followed all the same, and judged later.
    if (unjudged) followHosting(unjudged)
    judgeLater(name, () => keepHostingAnswer(answer, consent, waitedMs))
    return 'not_signed'
  }
  const { order, file } = last
  const trouble = falseTrouble(last.problem)
  if (trouble) await accuse({ order, trouble, evidence: file })
  else await noticeContradictions(order, file)
  followHosting(await keepHosting(last))
  if (last.problem === null) await noticeExitFees(file)
  const about = last.problem === null && consent && askedOf(consent.text, sha256)
  // The statement is kept, so its request need not be.
  if (about) await forgetAsk(about.asked)
  return last.problem
}

function keptOf(
  { statement, signature, head }: Answer,
  consent: SignedConsent | null,
  keys: HouseKeys,
  problem: KeptHosting['problem'],
): KeptHosting {
  const bundle = consent && bundleNamed(consent, statement.consent)
  const signedFor = consent && (idOfText(consent.text, sha256) ?? readExitText(consent.text)?.order)
  const order = signedFor ?? statement.order
  return {
    name: `${statement.kind} ${order}`,
    order,
    file: { format: HOSTING_FORMAT, statement, signature, head, keys, consent: bundle },
    problem,
    keptAtMs: Date.now(),
    isLogged: false,
    owner: ownerNow() ?? '',
    book: sessionNow().book,
    checkedDay: '',
  }
}
