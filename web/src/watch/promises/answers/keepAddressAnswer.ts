import { ADDRESS_FORMAT, judgeAddress, type AddressFile } from '@tickmark/core/evidence/depositAddress'
import type { Reply } from '../../../api/api.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { withSignatures } from '../../signatures/signatures.ts'
import { withKeys } from './keepAnswer.ts'
import { addressesAgainst, keepAddress } from '../kept/addressStore.ts'
import { noticeAmong } from '../noticeContradictions.ts'
import { accuse } from '../troubles.ts'

/**
 * Checks the house's statement about a deposit address against the wallet that signed in, the network that was chosen and the keys of the
 * watched log, and keeps it. Null when it is false, contradicts a kept one, or cannot be judged: then no address may be shown.
 */
export async function keepAddressAnswer(
  network: string,
  { statement, signature, head }: Pick<Reply<'recharge'>, 'statement' | 'signature' | 'head'>,
): Promise<AddressFile | null> {
  const asked = { account: ownerNow() ?? '', network }
  const last = await withKeys(async (keys) => {
    const file: AddressFile = { format: ADDRESS_FORMAT, statement, signature, head, keys }
    return { file, problem: await withSignatures((crypto) => judgeAddress(file, asked, crypto)) }
  })
  if (!last) return null
  const { file, problem } = last
  if (problem !== null) {
    await accuse({ order: network, trouble: 'address', evidence: file })
    return null
  }
  const others = await addressesAgainst(file)
  if (others.length > 0 && (await noticeAmong(network, [...others, file]))) return null
  await keepAddress(file)
  return file
}
