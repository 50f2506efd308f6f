import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '@tickmark/core/bytes'
import { t } from '../../../i18n/i18n.ts'

/** A picture as the server stores it. */
export interface StoredPicture {
  blob: Blob
  /** SHA-256 in hexadecimal. */
  sha256: string
}

/** Reads an uploaded picture back. On failure, throws an error whose message is ready to show. */
export async function storedPicture(url: string): Promise<StoredPicture> {
  const answer = await fetch(url).catch(() => null)
  const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => null) : null
  if (!answer || !bytes) throw new Error(t('shell:networkFailure'))
  const type = answer.headers.get('content-type') ?? ''
  return { blob: new Blob([bytes], { type }), sha256: hexOf(sha256(new Uint8Array(bytes))) }
}
