import { expect, test } from 'vitest'
import { runCommand } from './main.ts'
import { FILES } from './toyFiles.testing.ts'
import { USAGE } from './usage.ts'

const LINES = USAGE.slice(0, USAGE.indexOf('\n\n'))
  .replaceAll(/\n {10,}/g, ' ')
  .split('\n')
  .slice(1)

/** The word by which the usage names the file of each kind. */
const NAMES: Record<string, string> = {
  'a receipt': 'receipt.html|receipt.json',
  'a receipt of an early close': 'receipt.html|receipt.json',
  'a promise': 'promise.json',
  'a refusal': 'refusal.json',
  'an answer to an early close': 'closing.json',
  'a hosting ticket': 'hosting.json',
  'a hosting exit': 'hosting.json',
  'a deposit address': 'address.json',
  'an owner’s balances': 'balances.json',
  'a promise of a withdrawal': 'withdrawal.json',
  'a loan agreement': 'loan.json',
  'a contradiction': 'contradiction.json',
  'a fork': 'fork.json',
  'early exits': 'exits.json',
  'a day of the programme': 'yield day.json',
}

const OPTIONS = ['--keys', '--log', '--owner', '--site', '--policy', '--receipt', '--line', '--from-start']
const house = {
  fetch: () => Promise.reject(new Error('the house is away')),
  wait: () => Promise.resolve(),
}

const cases = Object.keys(FILES).flatMap((kind) => {
  const line = lineOf(NAMES[kind] ?? '')
  return OPTIONS.map((option) => ({ kind, option, isListed: new RegExp(`${option}\\b`).test(line) }))
})

/** The line of the usage that names the file, alone or among others. */
function lineOf(name: string): string {
  return (
    LINES.find((one) =>
      one
        .split(/[ |]/)
        .join(' ')
        .includes(` ${name.replaceAll('|', ' ')} `),
    ) ?? ''
  )
}

test('the usage has a line for each kind of file', () => {
  expect(Object.keys(NAMES)).toEqual(Object.keys(FILES))
  for (const name of Object.values(NAMES)) expect(lineOf(name), name).toContain('--json')
})

test.each(cases)('$kind with $option: as the usage says', async ({ kind, option, isListed }) => {
  const args = [...(kind === 'a day of the programme' ? ['yield'] : []), 'file', option]
  const value = option === '--from-start' ? [] : ['other']
  // Without the house's address, the day has no head to compare.
  if (option === '--policy' && kind === 'a day of the programme') value.push('--url', 'https://house.example')
  const { text } = await runCommand([...args, ...value], house, (path) =>
    path === 'file' ? JSON.stringify(FILES[kind]) : '{}',
  )
  const isRefused = text.startsWith('Usage') || text.startsWith(`Unknown option '${option}'`)
  expect(isRefused, text).toBe(!isListed)
})

/** Options by which the reader says what he knows, each with a value that no file has. */
const WRONG: Record<string, string> = {
  '--owner': `0x${'12'.repeat(20)}`,
  '--site': 'evil.example',
  '--keys': 'keys',
}
const KEYS = { logOrigin: 'log.example/tm', logKey: 'ab'.repeat(32), receiptsKey: 'cd'.repeat(32) }
const known = cases.filter(({ option, isListed }) => isListed && option in WRONG)

test.each(known)('$kind with a wrong $option breaks, and holds without it', async ({ kind, option }) => {
  const file = [...(kind === 'a day of the programme' ? ['yield'] : []), 'file']
  const read = (path: string) => JSON.stringify(path === 'file' ? FILES[kind] : KEYS)
  expect((await runCommand(file, house, read)).code).toBe(0)
  const { code, text } = await runCommand([...file, option, WRONG[option] ?? ''], house, read)
  expect([code, text]).toEqual([1, expect.stringContaining('BROKEN')])
})
