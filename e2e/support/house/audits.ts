import { networksToAudit, tagSecretToAudit, ticksIn } from '@tickmark/server/app/audit/audit'
import { recordRun } from '@tickmark/server/app/audit/auditRunStore'
import { auditRuns } from '@tickmark/server/app/audit/auditSteps'
import { readKinds } from '@tickmark/server/market/store'
import { loadKeys, signerOf } from '@tickmark/server/platform/keys'
import { expect, vi } from 'vitest'
import type { House } from '../stage/stage.ts'

/** An audit covers what is two minutes old, and the log looks for a new one once a minute. */
const SETTLED_MS = 121_000
const LOOK_MS = 61_000

/** Audits all that has happened until now, as the server's auditor does, and returns once the log tells of it. */
export async function auditIntoLog(house: House): Promise<void> {
  const { clock, config } = house
  const { database } = house.database
  const told = async () => (await readKinds(database.db, ['audited'])).length
  const before = await told()
  clock.advance(SETTLED_MS)
  await house.app.market.idle()
  const nowMs = clock.nowMs()
  const receiptsKey = signerOf(loadKeys(config.keysFile, nowMs).receiptsKey).publicKey
  const tagSecret = await tagSecretToAudit(config, database.db)
  expect(tagSecret).not.toBeNull()
  const networks = await networksToAudit(config)
  const facts = { receiptsKey, tagSecret, nowMs, mayReadAll: true, networks, ticksBetween: ticksIn(database) }
  for await (const { findings, isWhole, audited } of auditRuns(database, facts)) {
    expect(findings).toEqual([])
    const run = { beganMs: nowMs, endedMs: clock.nowMs(), findings, isWhole, checkpoint: null, audited }
    await recordRun(database.db, run)
  }
  clock.advance(LOOK_MS)
  await vi.waitUntil(async () => (await told()) > before, { timeout: 60_000, interval: 100 })
}
