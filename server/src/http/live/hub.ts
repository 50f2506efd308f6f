import {
  EVENT_FRAME,
  type Frame,
  type Subscription,
  SUBSCRIPTION_LIFE_MS,
  type UserEvent,
} from '@tickmark/wire/live/socket'
import { assert } from '@tickmark/core/assert'
import { encodeFrame } from '@tickmark/wire/legacy/codec'
import { parseSubscription } from '@tickmark/wire/legacy/subscription'
import type { Clock } from '../../platform/clock.ts'
import { type Log, messageOf } from '../../platform/log.ts'
import {
  audience,
  type Connection,
  type Subscriber,
  newMember,
  takeAllowance,
  type ActiveSubscription,
} from './audience.ts'
import { broadcastInSlices, writeEvent, writeFrame } from './broadcast.ts'
import { plainFrame, type WireFrame, wireFrame } from './frames.ts'
import { buildFrame, frameKey, type LiveSource, wantKey } from './subscriptions.ts'

/** The live socket's hub: keeps the subscriptions, and builds one frame for all equal ones. */
export interface LiveHub {
  /** Sets the source of what subscriptions show; call it before the first socket connects. */
  show(source: LiveSource): void
  add(listener: Connection): { message(text: string): void; gone(): void }
  /** The market moved: a new frame for every subscription. */
  tick(): void
  /** Sends an event to a user's open pages; without an open page it does nothing. */
  publish(userId: number, event: UserEvent): void
  /** Whether the user has an open page. */
  hasOpenPage(userId: number): boolean
  /** A user's watchlist changed: the user's open pages show it at once. */
  setFavourites(userId: number, pids: readonly number[]): void
  /** The session ended: notifies its pages and sends them no more of the user's data. */
  endSession(sessionId: string): void
  /** Closes every socket, because the server stops. */
  close(): void
  size(): number
}

/** A socket that is silent for this long is closed. */
const IDLE_MS = 15_000
const SWEEP_MS = 1_000
const MOST_WANTS = 8

interface HubDeps {
  clock: Clock
  log: Log
  /** A user's page sent a message: the user is active. */
  used(userId: number, nowMs: number): void
}

/** The running hub. It opens before the modules whose data it shows. */
interface Shown extends HubDeps {
  readonly source: LiveSource
}

export function liveHub(given: HubDeps): LiveHub {
  const { clock } = given
  let source: LiveSource | null = null
  const world: Shown = {
    ...given,
    get source() {
      assert(source, 'sockets come after the source')
      return source
    },
  }
  const everyone = audience()
  const stage = stageOf(world)
  const broadcast = broadcastInSlices(everyone.all, (member) => showAll(stage, member, clock.nowMs()))
  const stopSweep = keepSweeping(clock, everyone.all)
  const tell = (members: Iterable<Subscriber>, userId: number, event: UserEvent) => {
    const bytes = eventBytes(world, everyone.nextEvent(userId), event)
    for (const member of members) writeEvent(member, bytes)
  }
  return {
    show: (shown) => void (source = shown),
    add(listener) {
      const member = newMember(listener, clock.nowMs())
      everyone.add(member)
      if (member.ended) tell([member], 0, { event: 'session_ended' })
      return { message: (text) => hear(world, stage, member, text), gone: () => everyone.remove(member) }
    },
    tick() {
      stage.next()
      broadcast()
    },
    publish(userId, event) {
      const members = everyone.of(userId)
      if (members.size > 0) tell(members, userId, event)
    },
    hasOpenPage: (userId) => everyone.of(userId).size > 0,
    setFavourites(userId, pids) {
      for (const member of everyone.of(userId)) {
        member.favourites = pids
        for (const want of member.wants.values()) if (want.what.kind === 'watchlist') stage.show(member, want)
      }
    },
    endSession(sessionId) {
      for (const member of everyone.all) {
        if (member.session?.id !== sessionId) continue
        tell([member], member.session.user?.id ?? 0, { event: 'session_ended' })
        everyone.forgetUser(member)
      }
    },
    close() {
      stopSweep()
      for (const member of everyone.all) member.close(1001)
    },
    size: () => everyone.all.size,
  }
}

/** Frames since the last tick. Each is built when the first reader needs it, and reused for the others. */
interface FrameCache {
  /** Increases by one with each tick. */
  seq(): number
  next(): void
  show(member: Subscriber, want: ActiveSubscription): void
}

function stageOf(world: Shown): FrameCache {
  let seq = 0
  let frames = new Map<string, WireFrame | null>()
  const frameFor = ({ what }: ActiveSubscription, { favourites }: Subscriber): WireFrame | null => {
    const key = frameKey(what, favourites)
    const known = frames.get(key)
    if (known !== undefined) return known
    const frame = buildFrame(world.source, what, favourites, { seq, now: world.clock.nowMs() })
    const made = frame && wireFrame(JSON.stringify(encodeFrame(frame)))
    frames.set(key, made)
    return made
  }
  return {
    seq: () => seq,
    next() {
      seq++
      frames = new Map()
    },
    show(member, want) {
      want.seq = seq
      const frame = frameFor(want, member)
      if (frame) writeFrame(member, frame)
    },
  }
}

function showAll(stage: FrameCache, member: Subscriber, nowMs: number): void {
  for (const [key, want] of member.wants) {
    if (nowMs - want.renewedAtMs >= SUBSCRIPTION_LIFE_MS) member.wants.delete(key)
    else if (want.seq !== stage.seq()) stage.show(member, want)
  }
}

/** Handles a client's message: answers a new subscription at once and renews a known one. Ignores anything else. */
function hear(world: Shown, stage: FrameCache, member: Subscriber, text: string): void {
  const nowMs = world.clock.nowMs()
  if (!takeAllowance(member, nowMs)) return member.close(1008)
  if (member.session?.user) world.used(member.session.user.id, nowMs)
  const what = parseSubscription(text)
  if (!what) return
  const key = wantKey(what)
  const known = member.wants.get(key)
  if (known && nowMs - known.renewedAtMs < SUBSCRIPTION_LIFE_MS) {
    known.renewedAtMs = nowMs
    return
  }
  if (member.wants.size >= MOST_WANTS) member.wants.delete(member.wants.keys().next().value ?? '')
  const want = { what, renewedAtMs: nowMs, seq: -1 }
  member.wants.set(key, want)
  const userId = member.session?.user?.id
  if (userId === undefined || isSameForAll(what)) return stage.show(member, want)
  world.source
    .favourites(userId)
    .then((pids) => {
      // The session may have ended meanwhile.
      if (member.session?.user?.id === userId) member.favourites = pids
    })
    .catch((thrown: unknown) =>
      world.log.warn('a watchlist could not be read', { reason: messageOf(thrown) }),
    )
    .finally(() => member.wants.get(key) === want && stage.show(member, want))
}

/** Whether a subscription shows the same to everyone, whatever their watchlist. */
function isSameForAll({ kind }: Subscription): boolean {
  return kind === 'top' || kind === 'all' || kind === 'log'
}

function eventBytes({ source, clock }: Shown, seq: number, event: UserEvent): Buffer {
  const frame: Frame = { type: EVENT_FRAME, seq, ...source.head(), now: clock.nowMs(), data: event }
  return plainFrame(JSON.stringify(encodeFrame(frame)))
}

/**
 * Closes silent sockets, and those whose session may have expired; their pages reconnect with their current session.
 */
function keepSweeping(clock: Clock, members: ReadonlySet<Subscriber>): () => void {
  const sweep = () => {
    const nowMs = clock.nowMs()
    for (const member of members) {
      if (nowMs - member.heardAtMs >= IDLE_MS) member.close(1000)
      else if (member.session && nowMs >= member.session.expiresAtMs) member.close(1001)
    }
    cancel = clock.at(nowMs + SWEEP_MS, sweep)
  }
  let cancel = clock.at(clock.nowMs() + SWEEP_MS, sweep)
  return () => cancel()
}
