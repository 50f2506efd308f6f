import { inboxText, linkOf } from '@tickmark/wire/inbox'
import { DEFAULT_LANGUAGE, type Language, LANGUAGE_TAGS } from '@tickmark/wire/languages'
import { messageOf } from '../log.ts'
import type { MessagesDeps } from './deps.ts'
import { postPush, type PushAnswer } from './postPush.ts'
import { pushEndpoint } from './pushHosts.ts'
import { dropSubscription, endJob, nextJobAt, type PushJob, putOffJob, takeJobs } from './pushStore.ts'
import { sealPush } from './sealPush.ts'
import type { Message } from './store.ts'

/** Sends what waits to browsers. Any number of processes may do it on one database. */
export interface Pushing {
  /** There is something to send; a few seconds at the latest go by anyway. */
  wake(): void
  /** Settles when all that is due has been tried. */
  idle(): Promise<void>
  start(): void
  /** What is under way is broken off, and tried again after the next start. */
  stop(): Promise<void>
}

/** Jobs under way at once. */
const MOST = 16
/** A job that was taken is due again then if nobody ends it; longer than a push service may take. */
const LEASE_MS = 60_000
/** What another process left behind is found this often. */
const LOOK_EVERY_MS = 10_000
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 4 * 3_600_000
/** News older than this is sent no more. */
const LIFE_MS = 24 * 3_600_000

export function createPushing(deps: MessagesDeps): Pushing {
  const { clock, log, database } = deps
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let isReached = true
  let cancel = () => {}

  function look(): Promise<void> {
    isAskedAgain = true
    running ??= sendAll().finally(() => {
      running = null
      lookLater()
    })
    return running
  }

  let nextAtMs: number | null = null
  async function sendAll(): Promise<void> {
    try {
      while (isAskedAgain && !stopping.signal.aborted) {
        isAskedAgain = false
        const nowMs = clock.nowMs()
        const jobs = await takeJobs(database.db, nowMs, nowMs + LEASE_MS, MOST)
        await Promise.all(jobs.map(send))
        if (jobs.length === MOST) isAskedAgain = true
      }
      nextAtMs = stopping.signal.aborted ? null : await nextJobAt(database.db)
    } catch (thrown) {
      log.warn('pushes could not be sent', { reason: messageOf(thrown) })
    }
  }

  function lookLater(): void {
    cancel()
    if (stopping.signal.aborted) return
    const latest = clock.nowMs() + LOOK_EVERY_MS
    const at = nextAtMs === null ? latest : Math.max(clock.nowMs() + 1_000, Math.min(latest, nextAtMs))
    cancel = clock.at(at, () => void look())
  }

  async function send(job: PushJob): Promise<void> {
    const { subscription, message } = job
    const { db } = database
    const url = pushEndpoint(subscription.endpoint, deps.pushHosts)
    if (!url) return dropSubscription(db, subscription.id)
    if (!message || clock.nowMs() >= job.atMs + LIFE_MS) return endJob(db, job)
    const answer = await post(url, job, message).catch((thrown: unknown) => {
      if (isReached && !stopping.signal.aborted)
        log.info('push services cannot be reached', { reason: messageOf(thrown) })
      isReached = false
      return null
    })
    if (stopping.signal.aborted) return undefined
    isReached ||= answer !== null
    return settle(job, url, answer)
  }

  async function post(url: URL, { subscription, atMs }: PushJob, message: Message): Promise<PushAnswer> {
    const { userId } = subscription
    const language = (await deps.languagesOf(database.db, [userId])).get(userId) ?? DEFAULT_LANGUAGE
    const nowMs = clock.nowMs()
    const headers = {
      authorization: deps.vapid.authorization(url.origin, deps.contact(), nowMs),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.ceil((atMs + LIFE_MS - nowMs) / 1_000)),
      urgency: message.category === 'security' ? 'high' : 'normal',
    }
    const body = sealPush(Buffer.from(payloadOf(message, language)), subscription)
    const isNamed = deps.pushHosts.includes(url.origin)
    return postPush(url, { headers, body }, { isNamed, signal: stopping.signal })
  }

  /** Ends the job, or puts it off when another try may help. */
  async function settle(job: PushJob, url: URL, answer: PushAnswer | null): Promise<void> {
    const { db } = database
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

  return {
    wake: () => {
      if (!stopping.signal.aborted) void look()
    },
    async idle() {
      await running
      await look()
    },
    start: () => void look(),
    async stop() {
      stopping.abort()
      cancel()
      await running
      cancel()
    },
  }
}

/** What the page's worker shows: a message in its reader's language. The tag lets a second sending replace the first. */
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
