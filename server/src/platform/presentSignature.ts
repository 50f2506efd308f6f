import { asciiBytes, bytesOfHex } from '@tickmark/core/bytes'
import { nodeCrypto } from './crypto.ts'
import type { Signer } from './keys.ts'

/** Dependencies for showing statements that a former receipts key has signed. */
export interface ReceiptsKeys {
  /** Holds the present receipts key. */
  signer: Signer
  /** The receipts keys (hex) that the log names, also former ones. */
  known: () => Promise<readonly string[]>
}

/**
 * The signature to show with a stored statement. A text of a former receipts key is signed again, because readers judge answers
 * by the present key. A text that no key of the log has signed keeps its signature, which convicts its writer.
 */
export async function presentSignature(
  text: string,
  signature: Uint8Array,
  { signer, known }: ReceiptsKeys,
): Promise<Uint8Array> {
  const bytes = asciiBytes(text)
  const isBy = (hex: string) => {
    const key = bytesOfHex(hex)
    return key !== null && nodeCrypto.verifyEd25519(signature, bytes, key)
  }
  if (isBy(signer.publicKey) || !(await known()).some(isBy)) return signature
  return signer.sign(bytes)
}

/** The same for signatures in hexadecimal. */
export async function presentHex(text: string, signature: string, keys: ReceiptsKeys): Promise<string> {
  const given = Buffer.from(signature, 'hex')
  return Buffer.from(await presentSignature(text, given, keys)).toString('hex')
}
