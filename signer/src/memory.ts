import { assert } from '@tickmark/core/assert'
import type { AcceptRequest, SignReply, SignRequest } from '@tickmark/wire/signer'
import type { Entry } from './journal.ts'

/** One signed transaction of an intent. */
export interface Variant {
  request: SignRequest
  reply: SignReply
}

export interface Accepted {
  request: AcceptRequest
  acceptedAtMs: number
  /** Oldest first; all with the same nonce. */
  variants: Variant[]
}

/** The journal's contents, indexed for lookups. */
export interface Memory {
  intents: Map<string, Accepted>
  revoked: Set<string>
  /** By chain: the intent of each nonce. */
  nonces: Map<number, Map<number, string>>
  /** By currency: every payment, at the time of its first signature. */
  payments: Map<string, { amount: string; atMs: number }[]>
}

export function emptyMemory(): Memory {
  return { intents: new Map(), revoked: new Set(), nonces: new Map(), payments: new Map() }
}

/** Applies an entry, newly written or replayed at the start. */
export function remember(memory: Memory, entry: Entry): void {
  if (entry.kind === 'accepted') {
    const { request, atMs } = entry
    memory.intents.set(request.intent.nonce, { request, acceptedAtMs: atMs, variants: [] })
  } else if (entry.kind === 'revoked') {
    memory.revoked.add(entry.intentNonce)
  } else {
    rememberSigned(memory, entry)
  }
}

/** The nonce after the highest one used on a chain. */
export function nextNonceOf(memory: Memory, chain: number): number {
  let next = 0
  for (const nonce of memory.nonces.get(chain)?.keys() ?? []) next = Math.max(next, nonce + 1)
  return next
}

function rememberSigned(memory: Memory, entry: Entry & { kind: 'signed' }): void {
  const { request, reply, chain, atMs } = entry
  const known = memory.intents.get(request.intentNonce)
  assert(known, 'an intent is accepted before it is signed')
  const { currency, amount } = known.request.intent
  if (known.variants.length === 0) listIn(memory.payments, currency).push({ amount, atMs })
  known.variants.push({ request, reply })
  if (!('chainNonce' in request)) return
  const taken = memory.nonces.get(chain) ?? new Map<number, string>()
  memory.nonces.set(chain, taken.set(request.chainNonce, request.intentNonce))
}

function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
