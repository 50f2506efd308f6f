import { createPublicKey, generateKeyPairSync, hash, sign, verify, type KeyObject } from 'node:crypto'
import { messageHash, recoverAddress, signHash } from '../../../chainkit/src/signatures.ts'
import { base64UrlOf, bytesOfBase64Url } from '../base64url.ts'
import { asciiBytes, hexOf } from '../bytes.ts'
import type { OwnerCrypto, WalletKind } from '../crypto.ts'
import type { SignedConsent } from './bundle.ts'
import type { SignedDelegation } from './delegation.ts'
import { sessionOfKey, widestGrant, type Grant } from './grant.ts'
import { compressPoint, expandPoint, toLowS } from './p256.ts'
import { signInText, TRON_CHAIN_ID } from './signInText.ts'

export const ORIGIN = 'https://tickmark.example'

const LIFE_MS = 7 * 86_400_000

/** A wallet and the session key that it delegated to. */
export interface TestOwner {
  delegation: SignedDelegation
  /** See `sessionOfKey`. */
  session: string
  sign(text: string): SignedConsent
}

/** Signatures by Node's crypto and chainkit; recovered wallets are cached. */
export const ownerCrypto: OwnerCrypto = {
  verifyP256(signature, message, publicKey) {
    const key = keyOf(publicKey)
    return key !== null && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
  },
  recoverWallet(text, signature, wallet) {
    const name = `${wallet} ${signature} ${text}`
    const known = recovered.get(name)
    if (known !== undefined) return known
    const address = recoverAddress(messageHash(text, wallet), signature, wallet)
    recovered.set(name, address)
    return address
  },
}

const recovered = new Map<string, string | null>()
const keys = new Map<string, KeyObject | null>()

function keyOf(compressed: Uint8Array): KeyObject | null {
  const name = hexOf(compressed)
  const known = keys.get(name)
  if (known !== undefined) return known
  const point = expandPoint(compressed)
  const made = point && publicKeyOf(point)
  keys.set(name, made)
  return made
}

function publicKeyOf(point: Uint8Array): KeyObject {
  const [x, y] = [base64UrlOf(point.subarray(1, 33)), base64UrlOf(point.subarray(33))]
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

/** A new key of a session. */
export interface TestKey {
  /** Compressed, as base64url. */
  key: string
  /** See `sessionOfKey`. */
  session: string
  sign(text: string): SignedConsent
}

export function testKey(): TestKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const key = compressPoint(point) ?? new Uint8Array()
  return {
    key: base64UrlOf(key),
    session: sessionOfKey(key, sha256),
    sign(text) {
      const made = sign('sha256', asciiBytes(text), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
      return { text, signature: hexOf(toLowS(made)) }
    },
  }
}

const sha256 = (data: Uint8Array) => hash('sha256', data, 'buffer')

/** A new session key, and the delegation to it by a wallet; the same number gives the same wallet. */
export function testOwner(
  number: number,
  issuedAtMs: number,
  given: { wallet?: WalletKind; grant?: Partial<Grant> } = {},
): TestOwner {
  const { wallet = 'evm', grant } = given
  const key = testKey()
  const secret = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const walletSign = (signed: string) => `0x${hexOf(signHash(messageHash(signed, wallet), secret))}`
  const address = recoverAddress(messageHash('', wallet), walletSign(''), wallet) ?? ''
  const text = signInText(
    {
      address,
      wallet,
      origin: ORIGIN,
      chainId: wallet === 'evm' ? 1 : TRON_CHAIN_ID,
      nonce: number.toString(16).padStart(32, '0'),
      issuedAtMs,
      expiresAtMs: issuedAtMs + 300_000,
      grant: {
        ...widestGrant(bytesOfBase64Url(key.key) ?? new Uint8Array(), issuedAtMs + LIFE_MS),
        ...grant,
      },
    },
    sha256,
  )
  return {
    delegation: { text, signature: walletSign(text), address, kind: wallet },
    session: key.session,
    sign: key.sign,
  }
}
