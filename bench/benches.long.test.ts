import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const benches = readdirSync(import.meta.dirname).filter((name) => /^\w+\.ts$/.test(name))

test('there are benches to run', () => {
  expect(benches.length).toBeGreaterThan(6)
})

test.each(benches)(
  '%s runs to its end at the tiny size',
  async (name) => {
    const { code, said } = await outcomeOf(name)
    expect(code, said).toBe(0)
    expect(said).toMatch(/\d/)
    // Either means that a figure was never measured.
    expect(said).not.toMatch(/undefined|NaN/)
  },
  600_000,
)

function outcomeOf(name: string): Promise<{ code: number; said: string }> {
  const env = { ...process.env, BENCH_SIZE: 'tiny' }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, name)], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: `${stdout}${stderr}` })
    })
  })
}
