import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import type { Book } from '@tickmark/core/money/currencies'
import { refusalBody, type Refusal } from '@tickmark/core/receipts/refusal'
import { isRefusalCode } from '@tickmark/wire/refusalCodes'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/keys.ts'
import { presentHex } from '../../platform/presentSignature.ts'
import { batchNumbers, leafHashOf } from '../receipts/signedBatches.ts'
import { hasRunOut, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { isAccepted } from '../consent/consentStore.ts'
import { insertRefusal, refusalOf, type StoredRefusal } from '../consent/refusalStore.ts'

export interface Refusing {
  /**
   * Refuses an owner's signed text for good: from now on nothing can carry it out. The first refusal stays; null when the text
   * was carried out before.
   */
  refuse(
    ask: SignedAsk,
    why: Pick<Refused, 'code' | 'facts'>,
    whose: { userId: number; book: Book },
  ): Promise<StoredRefusal | null>
  /**
   * What became of a signed text: whether it was accepted, or its refusal. An expired text that was not accepted is refused now,
   * for good; null while it may still be accepted.
   */
  settle(ask: SignedAsk, whose: { userId: number; book: Book }): Promise<'accepted' | StoredRefusal | null>
}

interface RefusingDeps {
  db: Db
  clock: Pick<Clock, 'nowMs'>
  /** Holds the receipts key. */
  signer: Signer
  /** The log's receipts keys (hex), also former ones: a refusal outlives the key that signed it. */
  receiptsKeys: () => Promise<readonly string[]>
  /** Whether it refuses hosting orders and their exits. */
  hosts?: boolean
}

/** Makes the use cases that sign and store refusals. */
export function createRefusing({ db, clock, signer, receiptsKeys, hosts = false }: RefusingDeps): Refusing {
  const numbers = batchNumbers(db, 'refusal_number')
  const find = async (ask: SignedAsk) => {
    const stored = await refusalOf(db, ask)
    if (!stored) return null
    const keys = { signer, known: receiptsKeys }
    return { ...stored, signature: await presentHex(refusalBody(stored.refusal), stored.signature, keys) }
  }
  const refuse: Refusing['refuse'] = async (ask, { code, facts }, { userId, book }) => {
    const earlier = await find(ask)
    if (earlier) return earlier
    const refusal: Refusal = {
      v: 1,
      kind: 'refusal',
      number: await numbers(),
      asked: ask.asked,
      order: ask.order,
      code,
      at: clock.nowMs(),
      consent: ask.hash,
    }
    const body = refusalBody(refusal)
    const signature = hexOf(signer.sign(asciiBytes(body)))
    const stored = { refusal, signature, facts: { ...facts } }
    const given = { ...stored, ask, hosts, userId, book, leaf: leafHashOf(body) }
    return (await insertRefusal(db, given)) ? { ...stored, logSeq: null } : find(ask)
  }
  return {
    refuse,
    async settle(ask, whose) {
      if (await isAccepted(db, ask)) return 'accepted'
      if (!hasRunOut(ask, clock.nowMs())) return find(ask)
      // Without a refusal, it was accepted in the meantime.
      return (await refuse(ask, new Refused('consent_expired'), whose)) ?? 'accepted'
    },
  }
}

/** Runs the work for a signed request: a refusal becomes a signed one, except `busy`, which is not final. */
export async function orRefuse<T>(
  ask: SignedAsk | null,
  work: () => Promise<T>,
  refusing: Refusing,
  { userId, book, head }: { userId: number; book: Book; head: () => string },
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!ask || !(thrown instanceof Refused) || thrown.code === 'busy') throw thrown
    const stored = await refusing.refuse(ask, thrown, { userId, book })
    throw stored ? refusedOf(stored, head()) : thrown
  }
}

/** A stored refusal as a call's answer: in the caller's language, with the signed statement. */
export function refusedOf({ refusal, signature, facts }: StoredRefusal, head: string): Refused {
  const { code } = refusal
  if (!isRefusalCode(code)) throw new Error(`${code} was a refusal when it was stored`)
  return Refused.signed(code, facts, { refusal, signature, head })
}
