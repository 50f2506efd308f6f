import type { Sha256 } from '../crypto.ts'
import { isSameAddress } from '../wallet/sameAddress.ts'
import { readSignInText } from './signInText.ts'

/** A page's request for a sign-in text; `key` is null in a browser without a key. */
export interface AskedText {
  origin: string
  address: string
  key: string | null
}

/** Whether a sign-in text of the house is for this page and this wallet, and delegates only to this browser's key. */
export function isTextAskedFor(message: string, asked: AskedText, sha256: Sha256): boolean {
  const facts = readSignInText(message, sha256)
  return (
    facts?.origin === asked.origin &&
    isSameAddress(facts.address, asked.address) &&
    (facts.grant?.key ?? null) === asked.key
  )
}
