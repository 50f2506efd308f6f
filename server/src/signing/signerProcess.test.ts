import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import { type Log, silentLog } from '../platform/log.ts'
import { stillClock } from '../market/market.testing.ts'
import { openSigning } from './module.ts'
import { type SignerProcess, type SignerReach, startSigner } from './signerProcess.ts'

const node = process.execPath
let folder: string
let signer: SignerProcess | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-signer-'))
})
afterEach(async () => {
  process.execPath = node
  await signer?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The signer, its clock, and the log of its exits. */
function started(more: Record<string, string> = {}) {
  const clock = stillClock(0)
  const ends: unknown[] = []
  const log: Log = { ...silentLog(), warn: (_, facts) => void ends.push(facts) }
  const settings = {
    SIGNER_SITE: 'http://localhost:1',
    SIGNER_CHAINS: JSON.stringify([SANDBOX_CHAIN]),
    ...more,
  }
  signer = startSigner({ dataDir: folder, clock, log, settings })
  return { clock, ends, own: signer }
}

/** The signer's process id, from its lock. */
function pidInLock(): number {
  const home = join(folder, 'signer')
  const name = readdirSync(home).find((one) => one.startsWith('lock.'))
  const { pid } = JSON.parse(readFileSync(join(home, name ?? ''), 'utf8')) as { pid: number }
  return pid
}

const answers = (own: SignerProcess) => vi.waitUntil(() => own.reach(), { timeout: 150_000 })

test('a signer that ended is started again, repeatedly if a start fails', async () => {
  const { clock, ends, own } = started()
  const first = await answers(own)
  process.execPath = join(folder, 'nothing')
  process.kill(pidInLock(), 'SIGKILL')
  await vi.waitUntil(() => ends.length === 1, { timeout: 150_000 })
  clock.advance(1_000)
  await vi.waitUntil(() => ends.length === 2, { timeout: 150_000 })
  expect(ends).toEqual([{ code: null, signal: 'SIGKILL' }, { reason: `spawn ${process.execPath} ENOENT` }])
  expect(own.reach()).toBe(null)
  process.execPath = node
  clock.advance(1_000)
  expect((await answers(own)).token).not.toBe(first.token)
})

test('a signer that does not report its address is ended and started again', async () => {
  const { clock, ends, own } = started({ NODE_OPTIONS: '--import=data:text/javascript,console.log(1)' })
  await vi.waitUntil(() => ends.length === 1, { timeout: 150_000 })
  expect(ends).toEqual([{ code: null, signal: 'SIGKILL' }])
  clock.advance(1_000)
  await vi.waitUntil(() => ends.length === 2, { timeout: 150_000 })
  expect(own.reach()).toBe(null)
})

test('a signer that does not start is waited for 5 s', async () => {
  process.execPath = join(folder, 'nothing')
  const { clock, own } = started()
  let said: unknown = 'nothing yet'
  const asked = own.reachSoon().then((reach) => (said = reach))
  clock.advance(4_999)
  await new Promise((done) => setTimeout(done, 20))
  expect(said).toBe('nothing yet')
  clock.advance(1)
  expect(await asked).toBe(null)
})

test('a starting signer is waited for', async () => {
  const { own } = started()
  expect(await own.reachSoon()).toEqual(own.reach())
  expect(own.reach()).not.toBe(null)
})

test('the overview says whether the signer answers, and has no line when none is needed', async () => {
  const { own } = started()
  const at = await own.reachSoon()
  const line = (signer: SignerReach | null) => {
    const ports = { signer, dataDir: folder, networks: [], rpcUrl: null, chainId: 1 }
    return openSigning(null as never, ports).module.consolePart?.overview?.(null as never, 0)
  }
  await expect.poll(() => line(at)).toEqual({ signer: { trouble: null } })
  expect(await line(at && { ...at, token: 'x'.repeat(64) })).toEqual({
    signer: { trouble: 'does not answer' },
  })
  expect(await line(null)).toEqual({ signer: null })
})
