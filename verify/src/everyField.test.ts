import { expect, test } from 'vitest'
import { runCommand } from './main.ts'
import { FILES } from './toyFiles.testing.ts'

/** Changes after which a file shows the same as before, and why. */
const HARMLESS: Record<string, readonly (readonly [RegExp, string])[]> = {
  'an owner’s balances': [
    [/^\.shares reversed$/, 'each share has its own path'],
    [/^\.keys\.receipts /, 'the log’s key signs all of it'],
  ],
  'a day of the programme': [[/^\.keys\.receipts /, 'the log’s key signs all of it']],
  'a contradiction': [
    [/^\.files\[\d\]\.(head|keys\.log) /, 'the receipts key signs both'],
    [/^\.files reversed$/, 'neither comes first'],
  ],
  'early exits': [
    [/^\.files\[\d\]\.(head|keys\.origin|keys\.log) /, 'the receipts key signs all of them'],
    [/^\.files\[[1-5]\]\.keys\.receipts /, 'the first names the key, and the others are checked with it'],
    [/^\.files\[[024]\]\.consent\./, 'of a ticket only what the house signed counts'],
    [/^\.files\[\d\] twice$|^\.files reversed$/, 'each exit counts once'],
  ],
}

/** One in how many changes is tried, where each takes long. */
const EVERY: Record<string, number> = { 'a receipt of an early close': 3 }

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Each single change of a value, with its name: of a digit, a length, a number, a list's order, or by leaving something out. */
function* changesOf(value: Json, path: string): Generator<readonly [string, Json]> {
  if (isList(value)) {
    const list = value
    for (const [i, one] of list.entries()) {
      for (const [name, to] of changesOf(one, `${path}[${i}]`)) yield [name, list.with(i, to)]
      yield [`${path}[${i}] left out`, list.toSpliced(i, 1)]
      yield [`${path}[${i}] twice`, list.toSpliced(i, 0, one)]
    }
    if (list.length > 1) yield [`${path} reversed`, list.toReversed()]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      const { [key]: _, ...others } = value
      yield [`${path}.${key} left out`, others]
      for (const [name, to] of changesOf(one, `${path}.${key}`)) yield [name, { ...value, [key]: to }]
    }
  } else for (const to of otherThan(value)) yield [`${path} is ${JSON.stringify(to)}`, to]
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

function otherThan(value: null | boolean | number | string): Json[] {
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1, value - 1]
  if (value === null) return [0]
  const middle = Math.floor(value.length / 2)
  return [
    `${value.slice(0, middle)}${value[middle] === '1' ? '2' : '1'}${value.slice(middle + 1)}`,
    `${value}0`,
  ]
}

const reach = {
  fetch: () => Promise.reject(new Error('none of these files needs the house')),
  wait: () => Promise.resolve(),
}

test.each(Object.keys(FILES))('no single change of %s leaves it as good as it was', async (kind) => {
  const command = kind === 'a day of the programme' ? ['yield', 'file'] : ['file']
  const codeOf = async (text: string) => (await runCommand(command, reach, () => text)).code
  const whole = JSON.stringify(FILES[kind])
  expect(await codeOf(whole)).toBe(0)
  const changes = [...changesOf(JSON.parse(whole) as Json, '')]
    .map(([name, to]) => ({ name, text: JSON.stringify(to) }))
    .filter(({ text }, at) => text !== whole && at % (EVERY[kind] ?? 1) === 0)
  expect(changes.length).toBeGreaterThan(20)
  const unseen: string[] = []
  for (const { name, text } of changes) if ((await codeOf(text)) === 0) unseen.push(name)
  const harmless = HARMLESS[kind] ?? []
  expect(unseen.filter((name) => !harmless.some(([one]) => one.test(name)))).toEqual([])
  for (const [one, why] of harmless) expect(unseen, why).toContainEqual(expect.stringMatching(one))
})
