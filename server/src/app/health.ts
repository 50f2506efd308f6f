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

/** Checks one thing; returns its fault, or null. */
type Look = () => Promise<string | null>

/** A check without an answer counts as a fault after this long, so that all are known within two seconds. */
const PATIENCE_MS = 1_200
/** Answers are cached this long, which bounds the work that callers can cause. */
const LIFE_MS = 500
/** Below this much free space PostgreSQL may be unable to begin its next log segment. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024
/** What trading needs. The other parts, such as a chain, affect only deposits and withdrawals. */
const VITAL = ['tick', 'clock', 'database', 'disk', 'tickets']

/** Checks in parallel everything that a working server needs, and names the faults. */
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

/** Free space is only the file system's claim; a quota or a broken disk shows only when writing. */
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
