import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hexOf } from '@tickmark/core/bytes'
import type { Tick } from '@tickmark/core/market/fixing'
import { auditText, runAudit } from '@tickmark/server/app/audit/audit'
import { systemClock, type Clock } from '@tickmark/server/platform/clock'
import type { Database } from '@tickmark/server/db/pool'
import { signerOf } from '@tickmark/server/platform/keys'
import { createPlacing, type Placing } from '@tickmark/server/orders/placing/placingQueue'
import type { PlaceRequest } from '@tickmark/server/orders/placing/placingStore'

/** For tags of users; an audit gets it in hex. */
export const tagSecret = new Uint8Array(32)
export const signer = signerOf(new Uint8Array(32).fill(1))

/** Gives users 1 to `users` 10,000 USDT each in the simulated book, and the operator enough to cover every payout. */
export async function fill(database: Database, users: number): Promise<void> {
  const at = (kind: number) => 512 + 16 + kind
  await sql`insert into transfer values (${at(0)}, ${at(3)}, 1000000000000000000, 0, ${randomUUID()}, 5, 0)`.execute(
    database.db,
  )
  for (let from = 1; from <= users; from += 50_000) {
    await sql`insert into transfer select ${at(0)}, id * 1024 + ${at(1)}, 1000000000000, 0, gen_random_uuid(), 3, 0
      from generate_series(${from}::bigint, ${Math.min(users, from + 49_999)}::bigint) as id`.execute(
      database.db,
    )
  }
  await sql`vacuum analyze`.execute(database.db)
  await sql`checkpoint`.execute(database.db)
}

export function openPlacing(database: Database, clock: Clock = systemClock()): Placing {
  const limits = {
    userMost: () => 2_500_000_000_000n,
    exposure: () => ({ user: 10n ** 18n, house: 10n ** 18n, growth: 0n }),
  }
  const usdtPrice = () => 100_000_000n
  return createPlacing({ database, clock, signer, tagSecret, limits, usdtPrice })
}

/** An order of 1 USDT by one of the first `users` users, on any product, under a key that begins with this time as the page's do. */
export function anyRequest(users: number, nowMs: number = Date.now()): PlaceRequest {
  const terms = {
    pid: 1 + Math.floor(Math.random() * 16),
    durationId: 110,
    direction: Math.random() < 0.5 ? ('up' as const) : ('down' as const),
    barrierPpm: 0,
    ratePct: 92,
    chancePpm: 500_000,
    marginPpm: 40_000,
  }
  const userId = 1 + Math.floor(Math.random() * users)
  const key = cheapKey(nowMs)
  return {
    userId,
    key,
    fingerprint: key,
    book: 'simulated',
    currencyId: 1,
    terms,
    basis: { model: 3, rules: 2 },
    stake: 100_000_000n,
    quoteEndsMs: Number.MAX_SAFE_INTEGER,
    consent: null,
  }
}

/** The page's own keys cost a third of the CPU time of a process that places, and are made elsewhere. */
function cheapKey(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0')
  const random = Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random}`
}

/** A synthetic market with one tick a second for every product. */
export async function ticksBetween(pid: number, fromMs: number, toMs: number): Promise<Tick[]> {
  const ticks: Tick[] = []
  for (let atMs = Math.ceil(fromMs / 1000) * 1000; atMs <= toMs; atMs += 1000) {
    ticks.push({
      seq: seqAt(atMs),
      atMs,
      price: BigInt(100_000_000 + (((atMs / 1000) * 7_919 * pid) % 1_000)),
    })
  }
  return ticks
}

/** Sequence number in the log of the last entry before the tick of that moment. */
export function seqAt(atMs: number): number {
  return Math.floor(atMs / 1000)
}

/** Recomputes all books; throws on any finding. Skips log checks: a bench has no log for batches and prices. */
export async function mustBalance(database: Database): Promise<void> {
  const found = await runAudit(database, { ticksBetween, tagSecret: hexOf(tagSecret) })
  const findings = found.filter(({ rule }) => !['entry = batches', 'price = rules'].includes(rule))
  if (findings.length > 0) throw new Error(auditText(findings.slice(0, 20)))
}
