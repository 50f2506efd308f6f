import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { jsonLog, silentLog } from '../platform/log.ts'
import { plainPicture } from './plainPicture.testing.ts'
import { createRedrawing, type Redrawing } from './redrawing.ts'

const ROOMY = { most: 2, mostWaiting: 24, mostOwn: 24, drawMs: 20_000, waitMs: 20_000 }
const OWNER = { user: 1 }
let room: Redrawing | undefined
afterEach(() => room?.stop())

const open = (limits = {}) => (room = createRedrawing(silentLog(), { ...ROOMY, ...limits }))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'drawn',
    (thrown: { code?: string }) => thrown.code,
  )

test('the queue has a limit, and waiting too long ends with busy', async () => {
  const picture = await plainPicture('png')
  const { redraw } = open({ most: 1, mostWaiting: 2 })
  const ends = await Promise.all(Array.from({ length: 5 }, () => codeOf(redraw(picture, OWNER))))
  expect(ends).toEqual(['drawn', 'drawn', 'drawn', 'busy', 'busy'])
  room?.stop()
  const impatient = open({ most: 1, waitMs: 1 })
  const two = [impatient.redraw(picture, OWNER), impatient.redraw(picture, OWNER)].map(codeOf)
  expect(await Promise.all(two)).toEqual(['drawn', 'busy'])
  expect(await codeOf(impatient.redraw(picture, OWNER))).toBe('drawn')
})

test('an operator’s picture does not wait for users’ pictures, however many there are', async () => {
  const picture = await plainPicture('png')
  const { redraw } = open({ most: 1, mostWaiting: 0 })
  const users = [1, 2].map((user) => codeOf(redraw(picture, { user })))
  expect(await users[1]).toBe('busy')
  expect(await codeOf(redraw(picture, { operator: '0x1' }))).toBe('drawn')
  expect(await users[0]).toBe('drawn')
})

test('a picture that takes too long is given up, and the next one is drawn', async () => {
  const picture = await plainPicture('png')
  const { redraw } = open({ most: 1, drawMs: 1 })
  expect(await codeOf(redraw(picture, OWNER))).toBe('busy')
  room?.stop()
  expect(await codeOf(open().redraw(picture, OWNER))).toBe('drawn')
})

test.each([
  { says: 'does not start', program: "throw new Error('no decoder')", code: 'busy', told: 1 },
  {
    says: 'answers with more bytes than any picture has',
    program: 'process.stdout.write(Buffer.alloc(5_000_000), () => setTimeout(() => {}, 60_000))',
    code: 'picture_invalid',
    told: 0,
  },
  {
    says: 'answers with something other than a JPEG',
    program: "process.stdout.write('x')",
    code: 'picture_invalid',
    told: 0,
  },
  { says: 'says that a picture is none', program: 'process.exitCode = 2', code: 'picture_invalid', told: 0 },
])('a program that $says is $code', async ({ program, code, told }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-drawing-'))
  const file = join(folder, 'draw.mjs')
  writeFileSync(file, program)
  const lines: string[] = []
  const log = jsonLog(
    (line) => lines.push(line),
    () => 0,
  )
  try {
    const redrawing = (room = createRedrawing(log, ROOMY, file))
    expect(await codeOf(redrawing.redraw(await plainPicture('png'), OWNER))).toBe(code)
    expect(lines.filter((line) => line.includes('"error"'))).toHaveLength(told)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('when it stops, no call keeps waiting and no process keeps running', async () => {
  const picture = await plainPicture('png')
  const { redraw, stop } = open({ most: 1 })
  const all = Promise.all(Array.from({ length: 3 }, () => codeOf(redraw(picture, OWNER))))
  stop()
  expect((await all).slice(1)).toEqual(['busy', 'busy'])
  expect(await codeOf(redraw(picture, OWNER))).toBe('busy')
})
