import { assert } from '@tickmark/core/assert'
import { hostingText, type SignedHosting } from '@tickmark/core/arbitrage/hostings'
import type { ConsentBundle } from '@tickmark/core/consent/bundle'
import { asciiBytes } from '@tickmark/core/bytes'
import { leafHash } from '@tickmark/core/log/tree/tree'
import type { ShownBatch } from '@tickmark/core/receipts/batches'
import type { Segment } from '@tickmark/core/receipts/receipts'
import type { Db } from '../../db/pool.ts'
import { placeUnder, segmentOf } from '../../market/log/proof.ts'
import type { HostingDeps } from '../ports.ts'
import { presentHex } from '../../platform/presentSignature.ts'
import { sha256 } from '../../platform/sha256.ts'
import { closedDay } from '../dayStore.ts'
import { statementAt, statementsUnder } from './statementStore.ts'

/** What showing statements needs. */
export interface ShowDeps {
  db: Db
  market: HostingDeps['market']
}

/** The same with the present receipts key. */
type StateDeps = ShowDeps & Pick<HostingDeps, 'signer'>

/** A statement as the house returns it: signed by the present receipts key, with the newest head. */
export async function statedNow({ db, market, signer }: StateDeps, number: number) {
  const stated = await statementAt(db, number)
  assert(stated, 'what was accepted has its statement')
  const { statement } = stated
  const keys = { signer, known: market.receiptsKeys }
  const signature = await presentHex(hostingText(statement), stated.signature, keys)
  return { statement, signature, head: market.head()?.note ?? '' }
}

/** The house's statement about an order's early exit, with the owner's signed text. */
export async function exitShown(
  {
    consents,
    delegationOf,
    ...deps
  }: Pick<HostingDeps, 'consents' | 'delegationOf' | 'db' | 'market' | 'signer'>,
  { id, exitNumber }: { id: string; exitNumber: number },
): Promise<SignedHosting & { head: string; consent: ConsentBundle | null }> {
  const stated = await statedNow(deps, exitNumber)
  const { close: signed } = await consents.signedFor(deps.db, id)
  if (!signed) return { ...stated, consent: null }
  const { text, signature, session } = signed
  const delegation = await delegationOf(session)
  assert(delegation, 'a key that signed has its delegation for good')
  return { ...stated, consent: { text, signature, delegation } }
}

/**
 * The log entry that has a statement, among the first `size` entries, and the statement's position there; the last of those
 * entries while none has it. Null before the first head, or when `size` is 0.
 */
export async function loggedStatement(
  { db, market }: ShowDeps,
  { number, size }: { number: number; size: number },
): Promise<ShownBatch | null> {
  const most = Math.min(size, market.head()?.size ?? 0)
  if (most === 0) return null
  const seq = (await statementAt(db, number))?.logSeq ?? null
  if (seq === null || seq > most)
    return { segment: await segmentOf(db, { from: most, to: most }, most), place: null }
  const under = await statementsUnder(db, { first: seq, last: seq })
  const place = placeUnder(
    under.map(({ text }) => leafHash(asciiBytes(text), sha256)),
    under.findIndex((one) => one.number === number),
  )
  return { segment: await segmentOf(db, { from: seq, to: seq }, most), place }
}

/** The log entry of a closed day, among the first `size` entries; null without a day or while they lack it. */
export async function loggedDay(
  { db, market }: ShowDeps,
  day: number | null,
  size: number,
): Promise<Segment | null> {
  const most = Math.min(size, market.head()?.size ?? 0)
  const seq = day === null ? null : ((await closedDay(db, day))?.logSeq ?? null)
  return seq === null || seq > most ? null : segmentOf(db, { from: seq, to: seq }, most)
}
