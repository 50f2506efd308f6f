import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { size } from './size.ts'

const PROGRAM = '/usr/bin/pgbench'

/** PostgreSQL's own benchmark; null where it is not installed. */
export function preparePgbench(url: string): ((clients: number, seconds: number) => Promise<number>) | null {
  if (!existsSync(PROGRAM)) return null
  execFileSync(PROGRAM, ['-i', '-q', '-s', `${size(50, 1)}`, url], { stdio: 'ignore' })
  return (clients, seconds) => simpleUpdate(url, clients, seconds)
}

/** Transactions a second of the built-in script "simple-update". */
function simpleUpdate(url: string, clients: number, seconds: number): Promise<number> {
  const args = [
    '-n',
    '-N',
    '-M',
    'prepared',
    '-c',
    `${clients}`,
    '-j',
    '2',
    '-T',
    `${Math.max(1, Math.round(seconds))}`,
    url,
  ]
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      const rate = /tps = ([\d.]+)/.exec(said)?.[1]
      // A busy machine may finish none in a second; then pgbench prints no rate.
      if (/actually processed: 0$/m.test(said)) resolve(0)
      else if (rate === undefined) reject(new Error(`pgbench measured nothing: ${said}`))
      else resolve(Number(rate))
    })
  })
}
