import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import {
  acceptReply,
  evmSignReply,
  revokeReply,
  signerPublic,
  signerRefused,
  type SignerRefusal,
} from '@tickmark/wire/signer'
import * as z from 'zod/mini'

type Answer<T> = Promise<Decision<T, { code: SignerRefusal }>>

export interface SignOrder {
  intentNonce: string
  chainNonce: number
  gasLimit: number
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Signed bytes and what stands in them; the same order again may bring what was signed before, with the fees of then. */
export interface SignedBytes {
  raw: string
  txid: string
  /** Wei per gas. */
  maxFee: bigint
  tip: bigint
}

/** The process that holds the keys, as the server sees it. Everything may be asked again; no answer at all throws. */
export interface WithdrawalSigner {
  accept(asked: {
    intent: WithdrawalIntent
    signature: string
    walletType: 1 | 2
    account: string
  }): Answer<true>
  sign(order: SignOrder): Answer<SignedBytes>
  /** False when a signature exists already; it never refuses. */
  revoke(intentNonce: string): Promise<boolean>
  /** What everyone may know of its keys, with the nonce that it would give out next on each chain. */
  publicKeys(): Promise<z.infer<typeof signerPublic>>
}

export interface SignerReach {
  /** Where the signer answers now and the word that opens its door; null while it is starting. */
  reach(): { url: string; token: string } | null
  /** How long an answer may take. */
  patienceMs?: number
}

/** Speaks to the signer over HTTP. */
export function signerClient({ reach, patienceMs = 5_000 }: SignerReach): WithdrawalSigner {
  async function call<T>(path: string, body: unknown, reply: z.ZodMiniType<T>): Answer<T> {
    const at = reach()
    if (at === null) throw new Error('the signer is not running')
    const { url, token } = at
    const response = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.status === 409) return refuse({ code: z.parse(signerRefused, answer).refused })
    if (!response.ok) throw new Error(`the signer answered ${path} with ${response.status}`)
    return accept(z.parse(reply, answer))
  }
  return {
    async accept(asked) {
      const done = await call('/accept', asked, acceptReply)
      return done.ok ? accept(true) : done
    },
    async sign({ maxFeePerGas, maxPriorityFeePerGas, ...order }) {
      const fees = {
        maxFeePerGas: String(maxFeePerGas),
        maxPriorityFeePerGas: String(maxPriorityFeePerGas),
      }
      const done = await call('/sign', { ...order, ...fees }, evmSignReply)
      if (!done.ok) return done
      const { raw, txid, ...signed } = done.value
      const [maxFee, tip] = [BigInt(signed.maxFeePerGas), BigInt(signed.maxPriorityFeePerGas)]
      return accept({ raw, txid, maxFee, tip })
    },
    async revoke(intentNonce) {
      const done = await call('/revoke', { intentNonce }, revokeReply)
      if (!done.ok) throw new Error(`the signer refused to revoke: ${done.refusal.code}`)
      return done.value.revoked
    },
    async publicKeys() {
      const told = await call('/public', undefined, signerPublic)
      if (!told.ok) throw new Error(`the signer refused to tell its keys: ${told.refusal.code}`)
      return told.value
    },
  }
}
