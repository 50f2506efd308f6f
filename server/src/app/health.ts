import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClockGuard } from '../db/clockGuard.ts'
import { isDiskFull } from '../db/failures.ts'
import { type Database, isReachable } from '../db/pool.ts'
import type { Health, Readiness } from '../http/health.ts'
import type { HouseClock } from '../platform/clock.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'

export interface HealthDeps {
  market: Pick<Market, 'feed' | 'tickAgeMs' | 'failure'>
  clocks: Pick<ClockGuard, 'trouble' | 'ownTimeMs'>
  clock: Pick<HouseClock, 'monotonicMs' | 'after'>
  database: Database
  /** Folders that must take writes: ours, and the built-in database's. */
  folders: readonly string[]
  modules: readonly Module[]
}

/** Looks at one thing; returns what is wrong with it, or null. */
type Look = () => Promise<string | null>

/** What has no answer after this long is wrong, so that all is known within two seconds. */
const PATIENCE_MS = 1_200
/** Answers are this old at most; it bounds what callers can make the server do. */
const LIFE_MS = 500
/** Below this much free space PostgreSQL may be unable to begin its next log segment. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024
/** What trading needs; the rest, such as a chain, holds up deposits and withdrawals alone. */
const VITAL = ['tick', 'clock', 'database', 'disk', 'tickets']

/** Looks at everything that a working server needs, all at once, and names what is wrong. */
export function healthOf({ market, clocks, clock, database, folders, modules }: HealthDeps): Health {
  const own: [name: string, look: Look][] = [
    ['tick', async () => tickTrouble(market)],
    ['clock', async () => clocks.trouble()],
    ['database', async () => ((await isReachable(database)) ? null : 'does not answer')],
    ['disk', async () => (isDiskFull(market.failure()) ? 'full' : diskTrouble(folders))],
  ]
  const others = modules.flatMap(({ trouble }) => (trouble ? [[trouble.of, trouble.look] as const] : []))
  let known: { untilMs: number; readiness: Promise<Readiness> } | null = null

  async function look(): Promise<Readiness> {
    const found = await Promise.all(
      [...own, ...others].map(async ([name, ask]) => [name, await inTime(clock, ask)] as const),
    )
    const wrong = found.flatMap(([name, trouble]) => (trouble === null ? [] : [name]))
    const checks = Object.fromEntries(found.map(([name, trouble]) => [name, trouble ?? 'ok']))
    return {
      isReady: wrong.length === 0,
      isHealthy: !VITAL.some((name) => wrong.includes(name)),
      wrong,
      checks,
      tickAgeMs: market.tickAgeMs(),
      ownTimeMs: clocks.ownTimeMs(),
    }
  }

  return {
    readiness() {
      if (known === null || clock.monotonicMs() >= known.untilMs) {
        known = { untilMs: clock.monotonicMs() + LIFE_MS, readiness: look() }
      }
      return known.readiness
    },
  }
}

function tickTrouble({ feed, tickAgeMs }: HealthDeps['market']): string | null {
  const state = feed()
  if (state !== 'STALE' && state !== 'HALTED') return null
  const ageMs = tickAgeMs()
  return ageMs === null ? 'none yet' : `${Math.floor(ageMs / 1_000)} s old`
}

async function inTime(clock: HealthDeps['clock'], ask: Look): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const cancel = clock.after(PATIENCE_MS, () => resolve('does not answer'))
  try {
    return await Promise.race([ask().catch(() => 'failed'), late])
  } finally {
    cancel()
  }
}

/** Free space is only what the file system says; a quota or a broken disk shows in a write alone. */
async function diskTrouble(folders: readonly string[]): Promise<string | null> {
  const probe = join(folders[0] ?? '.', `.probe-${randomUUID()}`)
  try {
    for (const folder of folders) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < LEAST_FREE_BYTES) return 'almost full'
    }
    const file = await open(probe, 'wx', 0o600)
    try {
      await file.write(Buffer.alloc(4_096, 1))
      await file.datasync()
    } finally {
      await file.close()
    }
    return null
  } catch (thrown) {
    return isDiskFull(thrown) ? 'full' : 'takes no writes'
  } finally {
    await rm(probe, { force: true })
  }
}
