import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { guardProcess } from './guardProcess.ts'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-guard-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a guard acts when its pipe closes, with its parameters', async () => {
  const file = join(folder, 'acted')
  const guard = guardProcess('cat > /dev/null; echo "$1" > "$0"', [file, 'twice'])
  guard.stdin?.end()
  expect(await once(guard, 'exit')).toEqual([0, null])
  expect(readFileSync(file, 'utf8')).toBe('twice\n')
})

/** What the process would have died of. */
async function faults(work: () => Promise<void>): Promise<unknown[]> {
  const found: unknown[] = []
  const others = process.rawListeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (fault) => void found.push(fault))
  try {
    await work()
    for (let i = 0; i < 5; i++) await turn()
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const one of others) process.on('uncaughtException', one as (fault: Error) => void)
  }
  return found
}

test('a guard that cannot start, or has gone before us, ends nothing', async () => {
  const found = await faults(async () => {
    expect(guardProcess('exit 0', [], { cwd: join(folder, 'missing') }).pid).toBeUndefined()
    const gone = guardProcess('exec 0<&-; sleep 0.01', [])
    await once(gone, 'exit')
    const written = new Promise((resolve) => gone.stdin?.write('x', resolve))
    expect(await written).toBeInstanceOf(Error)
  })
  expect(found).toEqual([])
})
