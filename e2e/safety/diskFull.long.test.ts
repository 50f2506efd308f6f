import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Caller, newUser } from '@tickmark/server/app/app.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import { startOrAdoptEmbedded } from '@tickmark/server/db/embedded/embedded'
import { openDatabase } from '@tickmark/server/db/pool'
import { silentLog } from '@tickmark/server/platform/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Program, startProgram } from '../support/stage/process.ts'

/** Space for a new cluster, its first log segments and some reserve. */
const SIZE_MB = 400
const ROOMY = 'challenge=9999/60 verify=9999/60 register=9999/60 order=99999/60 read=99999/60 write=9999/60'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-full-'))
const disk = join(folder, 'disk')
const dataDir = join(disk, 'data')
const canMount = mount()
let program: Program

beforeAll(async () => {
  if (canMount) program = await startProgram({ DATA_DIR: dataDir, CHAINS: 'none', RATES: ROOMY })
})
afterAll(async () => {
  if (canMount) {
    await program.kill()
    await pause(2_000) // the guard of a killed server ends its database
    system('umount', ['--lazy', disk])
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Runs one of the system's own programs. */
function system(name: 'mount' | 'umount', words: readonly string[]): void {
  execFileSync(name, words, { stdio: 'pipe' })
}

/** A small separate file system; only root can mount one. */
function mount(): boolean {
  chmodSync(folder, 0o711)
  try {
    mkdirSync(disk)
    system('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', disk])
    return true
  } catch {
    return false
  }
}

/** Uses up all remaining space. */
function fill(): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(join(disk, `filler-${randomUUID()}`), Buffer.alloc(bavail * bsize, 1))
  } catch (thrown) {
    // The database takes some of the space at the same time.
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown
  }
}

async function ready(): Promise<{ status: number; wrong: string[] }> {
  const response = await fetch(`${program.url}/readyz`)
  const { wrong } = (await response.json()) as { wrong: string[] }
  return { status: response.status, wrong }
}

/** Places an order; returns its id, or null when it was not acknowledged. */
async function order(user: Caller): Promise<string | null> {
  const query = { book: '1', type: '0', pid: '1', timeId: '110' }
  const offers = await user.get('/api/getTimeAccountCurrency', { query }).catch(() => null)
  if (offers?.status !== 200) return null
  const { ranges } = offers.body.data as { ranges: { id: string }[] }
  const json = { pid: 1, stake: '1', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id, book: 1 }
  const headers = { 'idempotency-key': randomUUID() }
  const placed = await user.post('/api/createLimitOrder', { json, headers }).catch(() => null)
  return placed?.status === 200 ? (placed.body.data as { orderId: string }).orderId : null
}

test.runIf(canMount)(
  '[T4] a disk that fills up under load loses nothing acknowledged, is named, and holds nothing up once it has space',
  async () => {
    await program.start()
    const user = await newUser(() => program.url, 900)
    const acknowledged: string[] = []
    const place = async (times: number) => {
      for (let i = 0; i < times; i++) {
        const id = await order(user)
        if (id !== null) acknowledged.push(id)
      }
    }
    await place(50)
    expect(acknowledged.length).toBeGreaterThan(40)

    fill()
    await pause(700)
    const named = await ready()
    expect(named).toMatchObject({ status: 503 })
    expect(named.wrong).toContain('disk')
    for (let round = 0; round < 20; round++) {
      fill()
      await place(20)
      await pause(200)
    }
    const full = await ready()
    expect(full.wrong).toContain('disk')
    const before = acknowledged.length

    for (const name of readdirSync(disk)) if (name.startsWith('filler-')) rmSync(join(disk, name))
    await expect.poll(async () => (await ready()).wrong, { timeout: 300_000, interval: 500 }).toEqual([])
    await place(20)
    expect(acknowledged.length).toBeGreaterThan(before)
    await pause(66_000)
    expect(await program.stop()).toBe(0)

    const server = await startOrAdoptEmbedded(dataDir, silentLog())
    const database = openDatabase(server.url, silentLog())
    try {
      const rows = await database.db.selectFrom('orders').select(['id', 'outcome']).execute()
      const outcomes = new Map(rows.map((row) => [row.id, row.outcome]))
      expect(acknowledged.filter((id) => !outcomes.has(id))).toEqual([])
      expect(await runAudit(database)).toEqual([])
    } finally {
      await database.close()
      await server.stop()
    }
  },
  900_000,
)
