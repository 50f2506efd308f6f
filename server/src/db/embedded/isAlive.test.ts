import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isAlive } from './postmaster.ts'

test('this process is alive, and one that has ended is not', () => {
  expect(isAlive(process.pid)).toBe(true)
  const { pid } = spawnSync(process.execPath, ['--version'])
  expect(isAlive(pid)).toBe(false)
})

test.runIf(process.platform === 'linux')('a process that may not open more files takes none for gone', () => {
  const script = `
    import { openSync } from 'node:fs'
    import { isAlive } from ${JSON.stringify(new URL('./postmaster.ts', import.meta.url).href)}
    try { for (;;) openSync('/dev/null', 'r') } catch {}
    process.exit(isAlive(process.ppid) ? 0 : 3)`
  const node = `ulimit -n 64; exec ${process.execPath} --input-type=module --eval "$1"`
  expect(spawnSync('sh', ['-c', node, 'sh', script], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  })
})
