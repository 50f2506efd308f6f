import { DAY_MS, HOUR_MS } from '@tickmark/core/days'
import { linkOf } from '@tickmark/wire/messages/kinds'
import { inboxText } from './inboxText.ts'
import { DEFAULT_LANGUAGE, type Language, LANGUAGE_TAGS } from '@tickmark/texts/languages'
import { messageOf } from '../platform/log.ts'
import type { MessagesDeps } from './ports.ts'
import { pushEndpoint, publicLookup } from './pushHosts.ts'
import { dropSubscription, endJob, type PushJob, putOffJob } from './pushStore.ts'
import { sealPush } from './sealPush.ts'
import type { Message } from './store.ts'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 4 * HOUR_MS
/** Messages older than this are not pushed. */
const LIFE_MS = DAY_MS

/**
 * Creates the function that sends a taken job, and ends or postpones it. After `stopping` is aborted it does neither: the job becomes
 * due again by itself.
 */
export function createSending(deps: MessagesDeps, stopping: AbortSignal): (job: PushJob) => Promise<void> {
  const { clock, log } = deps
  const { db } = deps.database
  let isReached = true

  return async (job) => {
    const { subscription, message } = job
    const url = pushEndpoint(subscription.endpoint, deps.pushHosts)
    if (!url) return dropSubscription(db, subscription.id)
    if (!message || clock.nowMs() >= job.atMs + LIFE_MS) return endJob(db, job)
    const { userId } = subscription
    const language = (await deps.languagesOf(db, [userId])).get(userId) ?? DEFAULT_LANGUAGE
    const answer = await post(deps, url, job, { message, language }, stopping).catch((thrown: unknown) => {
      // Logged once, not again while the network is down.
      if (isReached && !stopping.aborted)
        log.info('push services cannot be reached', { reason: messageOf(thrown) })
      isReached = false
      return null
    })
    if (stopping.aborted) return undefined
    isReached ||= answer !== null
    return endOrPutOff(deps, job, url, answer)
  }
}

async function post(
  deps: MessagesDeps,
  url: URL,
  { subscription, atMs }: PushJob,
  { message, language }: { message: Message; language: Language },
  signal: AbortSignal,
): Promise<PushAnswer> {
  const nowMs = deps.clock.nowMs()
  const headers = {
    authorization: deps.vapid.authorization(url.origin, deps.contact(), nowMs),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(Math.ceil((atMs + LIFE_MS - nowMs) / 1_000)),
    urgency: message.category === 'security' ? 'high' : 'normal',
  }
  const body = sealPush(Buffer.from(payloadOf(message, language)), subscription)
  const isNamed = deps.pushHosts.includes(url.origin)
  return postPush(url, { headers, body }, { isNamed, signal })
}

/** Puts a job off when another try may help, and ends any other. */
async function endOrPutOff(
  { database: { db }, clock, log }: MessagesDeps,
  job: PushJob,
  url: URL,
  answer: PushAnswer | null,
): Promise<void> {
  const status = answer?.status ?? 503
  if (status === 404 || status === 410) return dropSubscription(db, job.subscription.id)
  if (status !== 429 && status < 500) {
    if (status >= 300) log.warn('a push service refused a message', { service: url.host, status })
    return endJob(db, job)
  }
  const asked = (answer?.retryAfterS ?? 0) * 1_000
  const growing = Math.min(FIRST_WAIT_MS * 2 ** (job.tries - 1), LONGEST_WAIT_MS)
  const untilMs = clock.nowMs() + Math.max(asked, growing)
  return untilMs >= job.atMs + LIFE_MS ? endJob(db, job) : putOffJob(db, job, untilMs)
}

/**
 * The payload that the page's worker shows: a message in its reader's language. With the same tag, a repeated push
 * replaces the first.
 */
function payloadOf({ id, kind, facts }: Message, language: Language): string {
  const { title, text } = inboxText(kind, language, facts)
  const dir = language === 'arab' ? 'rtl' : 'ltr'
  return JSON.stringify({
    title,
    body: text,
    link: linkOf(kind, facts),
    tag: id,
    lang: LANGUAGE_TAGS[language],
    dir,
  })
}

/** Timeout for a push service. */
const PATIENCE_MS = 10_000

/** A push service's answer. */
interface PushAnswer {
  status: number
  /** Seconds to wait before the next try, when the service states them. */
  retryAfterS: number | null
}

/**
 * Posts to a push service and reads only the status; ignores the body and follows no redirect. `isNamed` marks an
 * origin from the configuration, which may be on a private network. Throws on a timeout.
 */
function postPush(
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
