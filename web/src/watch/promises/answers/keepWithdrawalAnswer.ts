import {
  judgeWithdrawalAnswer,
  parseWithdrawalFile,
  WITHDRAWAL_FORMAT,
} from '@tickmark/core/evidence/withdrawalPromise'
import { isRecord, readJson } from '@tickmark/core/json'
import type { PromiseProblem } from '@tickmark/core/receipts/promise'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { Reply } from '../../../api/api.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { keysNow } from '../../houseKeys.ts'
import { withSignatures } from '../../signatures/signatures.ts'
import { followWithdrawal } from '../follow/followWithdrawals.ts'
import { judgeLater } from '../judgeLater.ts'
import { withKeys } from './keepAnswer.ts'
import { falseTrouble } from '../kept/problem.ts'
import {
  keepWithdrawal,
  promisesAgainst,
  withdrawalAsked,
  type KeptWithdrawal,
} from '../kept/withdrawalStore.ts'
import { noticeAmong } from '../noticeContradictions.ts'
import { accuse } from '../troubles.ts'

type Answer = Pick<Reply<'cash_out'>, 'id' | 'promise'>

/** Keeps the text that the wallet signed, before it is sent. */
export async function keepAskedWithdrawal(intent: WithdrawalIntent, consent: string): Promise<void> {
  const asked = { consent, intent, account: ownerNow() ?? '', id: '', file: null, problem: null }
  await keepWithdrawal({ ...asked, keptAtMs: Date.now(), isLogged: false, end: null })
}

/**
 * Keeps the house's promise of a withdrawal, checks it against what the wallet signed and the keys of the watched log, then follows
 * it. Returns the problem.
 */
export async function keepWithdrawalAnswer(consent: string, answer: Answer): Promise<PromiseProblem | null> {
  const asked = await withdrawalAsked(consent)
  // The house may never answer the request for its keys.
  const keys = keysNow()
  if (keys) await keepWithdrawal(keptOf(consent, answer, asked, keys, 'unchecked'))
  const last = await withKeys(async (own) => {
    const kept = keptOf(consent, answer, asked, own, 'unchecked')
    const problem = await withSignatures((crypto) => judgeWithdrawalAnswer(kept.file, kept, crypto))
    return { ...kept, problem }
  })
  if (!last) {
    judgeLater(`withdrawal ${answer.id}`, () => keepWithdrawalAnswer(consent, answer))
    return 'not_signed'
  }
  const { id, file, problem } = last
  const trouble = falseTrouble(problem)
  // Before anything that waits for the house.
  const kept = await keepWithdrawal(last)
  if (trouble) await accuse({ order: id, trouble, evidence: file })
  else await noticeSecondPromise(id, file)
  followWithdrawal(kept)
  return problem
}

/** Compares a sound promise with those that this device has: a second one of a withdrawal or a number is evidence. */
async function noticeSecondPromise(order: string, given: object): Promise<void> {
  const file = parseWithdrawalFile(given)
  const others = file && (await promisesAgainst(file))
  if (others && others.length > 0) await noticeAmong(order, [...others, file])
}

/** Judges a promise that an earlier visit kept before it knew the house's keys. */
export function judgeWithdrawalAgain({ consent, id, file }: KeptWithdrawal): Promise<PromiseProblem | null> {
  const { statement, signature, head } = file ?? {}
  return keepWithdrawalAnswer(consent, { id, promise: JSON.stringify({ statement, signature, head }) })
}

function keptOf(
  consent: string,
  { id, promise }: Answer,
  asked: KeptWithdrawal | null,
  keys: HouseKeys,
  problem: KeptWithdrawal['problem'],
): KeptWithdrawal & { file: object } {
  const value = readJson(promise)
  const file = { ...(isRecord(value) ? value : { promise }), format: WITHDRAWAL_FORMAT, keys }
  // Without its own record, this device knows the signature alone: the rest is as the house says.
  const said = parseWithdrawalFile(file)?.statement
  return {
    consent,
    intent: asked?.intent ?? said?.intent ?? NOTHING,
    account: asked?.account ?? said?.account ?? '',
    id,
    file,
    problem,
    keptAtMs: asked?.keptAtMs ?? Date.now(),
    isLogged: false,
    end: null,
  }
}

const NOTHING: WithdrawalIntent = {
  site: '',
  network: '',
  currency: '',
  amount: '',
  feeCap: '',
  to: '',
  nonce: '',
  expires: '',
}
