import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { publicLookup } from './pushHosts.ts'

/** Timeout for a push service. */
const PATIENCE_MS = 10_000

/** A push service's answer. */
export interface PushAnswer {
  status: number
  /** Seconds to wait before the next try, when the service states them. */
  retryAfterS: number | null
}

/**
 * Posts to a push service and reads only the status; ignores the body and follows no redirect. `isNamed` marks an
 * origin from the configuration, which may be on a private network. Throws on a timeout.
 */
export function postPush(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
  { isNamed, signal }: { isNamed: boolean; signal: AbortSignal },
): Promise<PushAnswer> {
  const request = url.protocol === 'http:' ? requestPlain : requestSecure
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      ...(!isNamed && { lookup: publicLookup }),
    })
    call.once('error', reject)
    call.once('response', (response) => {
      const wait = response.headers['retry-after'] ?? ''
      resolve({
        status: response.statusCode ?? 0,
        retryAfterS: /^\d{1,6}$/.test(wait) ? Number(wait) : null,
      })
      response.destroy()
    })
    call.end(body)
  })
}
