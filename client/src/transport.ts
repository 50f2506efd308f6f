import type { AnyRoute } from '@tickmark/wire/call'
import { openEnvelope, sealEnvelope } from '@tickmark/wire/legacy/envelope'
import { CallFailed } from './callFailed.ts'
import { envelopeCipher } from './envelope.ts'
import { dataOf } from './readAnswer.ts'
import { learnServerClock } from './serverClock.ts'

export interface TransportDeps {
  /** The envelope's key, 64 hexadecimal digits. Read before each request, because the server may have a new one. */
  envelopeKey(): Promise<string>
  /** Text for a missing answer, in the user's language. */
  networkFailureText(): string
  /** Further headers of a request that is sent now. */
  headers?(): Record<string, string>
}

export interface SendOptions {
  signal?: AbortSignal
  idempotencyKey?: string | undefined
}

/**
 * Sends one request in its envelope and returns the answer's decrypted data. Throws `CallFailed`, also for an
 * unreadable answer, and the reason of `signal` when it is aborted.
 */
export async function send(
  { method, path }: Pick<AnyRoute, 'method' | 'path'>,
  body: object,
  deps: TransportDeps,
  { signal, idempotencyKey }: SendOptions,
): Promise<unknown> {
  try {
    const cipher = envelopeCipher(await deps.envelopeKey())
    const sealed = sealEnvelope(body, cipher)
    const post = method === 'POST'
    const response = await fetch(post ? path : `${path}?params=${sealed}`, {
      method,
      headers: {
        'x-app': '1',
        ...(post && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...deps.headers?.(),
      },
      ...(post && { body: `data=${sealed}` }),
      ...(signal && { signal }),
    })
    const now = Number(response.headers.get('x-now'))
    if (now > 0) learnServerClock(now)
    const text = (await response.text()).trim()
    return dataOf(text.startsWith('{') ? JSON.parse(text) : openEnvelope(text, cipher)?.value)
  } catch (failure) {
    if (failure instanceof CallFailed || signal?.aborted) throw failure
    throw new CallFailed('network', 0, deps.networkFailureText())
  }
}
