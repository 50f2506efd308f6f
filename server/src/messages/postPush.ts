import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { publicLookup } from './pushHosts.ts'

/** How long a push service may take. */
const PATIENCE_MS = 10_000

/** What a push service said. */
export interface PushAnswer {
  status: number
  /** How long to wait before the next try, when it says so in seconds. */
  retryAfterS: number | null
}

/**
 * Posts to a push service and reads its status alone: its words are nothing to us, and no redirect is followed. `isNamed`
 * for an origin that the configuration names, which may be on a private network. Throws when nothing comes back in time.
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
