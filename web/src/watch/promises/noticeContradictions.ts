import { contradictionAmong, type SignedFile } from '@tickmark/core/evidence/contradiction'
import { keyChangesSeen } from '../houseKeys.ts'
import { withSignatures } from '../signatures/signatures.ts'
import { answersAbout } from './kept/askStore.ts'
import { hostingsAbout } from './kept/hostingStore.ts'
import { promiseOf } from './kept/promiseStore.ts'
import { accuse } from './troubles.ts'

/**
 * Compares a new statement of the house about an order with all its signed ones on this device, in either order of
 * arrival. Two that cannot both be true are evidence, also across a change of the house's keys.
 */
export async function noticeContradictions(order: string, now: SignedFile): Promise<void> {
  const promise = await promiseOf(order)
  const earlier = [
    ...(promise?.problem === null ? [promise.file] : []),
    ...(await answersAbout(order)),
    ...(await hostingsAbout(order)),
  ]
  await noticeAmong(order, [...earlier, now])
}

/** Reports two of these statements that cannot both be true; false when there are none. */
export async function noticeAmong(order: string, files: readonly SignedFile[]): Promise<boolean> {
  const changes = await keyChangesSeen()
  const found = await withSignatures((crypto) => contradictionAmong(files, crypto, changes))
  if (found) await accuse({ order, trouble: 'contradicted', evidence: found })
  return found !== null
}
