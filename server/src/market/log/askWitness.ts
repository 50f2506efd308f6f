import { addCheckpointText, cosignatureIn, parseSize } from '@tickmark/core/log/addCheckpoint'
import type { KnownKey } from '@tickmark/core/log/note'
import { nodeCrypto } from '../../platform/crypto.ts'
import { messageOf } from '../../platform/log.ts'

/** An external witness that cosigns our log's heads (C2SP tlog-witness). */
export interface Witness {
  key: KnownKey
  /** Its address, without `/add-checkpoint`. */
  url: string
  /** Minimum interval between requests. */
  everyMs: number
}

/** A witness's answer about a head. */
export type WitnessAnswer =
  /** Its signature line, with the line break. */
  | { kind: 'signed'; line: string }
  /** The newest size of our log that it knows, different from the `old` of the request. */
  | { kind: 'knows'; size: number }
  /** It has seen, or claims to have seen, another log under our name. */
  | { kind: 'alarm'; reason: string }
  /** No answer, or not that of a witness that knows us. */
  | { kind: 'fault'; reason: string }

const PATIENCE_MS = 10_000
const MOST_ANSWER = 64 * 1024

/** Asks for a cosignature of a head, with the proof that it continues the head of `old` entries. */
export async function askWitness(
  { key, url }: Witness,
  head: { old: number; proof: readonly Uint8Array[]; note: string },
): Promise<WitnessAnswer> {
  try {
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: addCheckpointText(head),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return answerOf(response.status, await shortText(response), head.note, key)
  } catch (thrown) {
    return { kind: 'fault', reason: messageOf(thrown) }
  }
}

function answerOf(status: number, body: string, note: string, key: KnownKey): WitnessAnswer {
  if (status === 200) {
    const cosignature = cosignatureIn(body, note, key, nodeCrypto)
    return cosignature
      ? { kind: 'signed', line: cosignature.line }
      : { kind: 'fault', reason: 'gave no valid signature' }
  }
  if (status === 409) {
    const size = parseSize(body.replace(/\n$/, ''))
    return size === null
      ? { kind: 'alarm', reason: 'refused the head without naming the size it knows' }
      : { kind: 'knows', size }
  }
  if (status === 422) return { kind: 'alarm', reason: 'found the head inconsistent with one it has signed' }
  return { kind: 'fault', reason: `answered ${status}` }
}

async function shortText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MOST_ANSWER) throw new Error('its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
