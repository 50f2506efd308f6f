import { expect, test } from 'vitest'
import { markOf } from './mark.ts'

const DOT = 2

/** The mark as rows of dots: `#` is inked. */
function dotsOf(text: string, size: { width: number; height: number }): string[] {
  const { input } = markOf(text, size)
  const bytes = input as Buffer
  const inked = (x: number, y: number) => bytes[(y * size.width + x) * 4 + 3] === 150
  return Array.from({ length: size.height / DOT }, (_, row) =>
    Array.from({ length: size.width / DOT }, (_, column) =>
      inked(column * DOT, row * DOT) ? '#' : '.',
    ).join(''),
  )
}

test('a mark is written in letters of three by five dots', () => {
  expect(dotsOf('0x5A-f', { width: 48, height: 12 })).toEqual([
    '###.#.#.###..#......###.',
    '#.#.#.#.#...#.#.....#...',
    '#.#..#..###.###.###.##..',
    '#.#.#.#...#.#.#.....#...',
    '###.#.#.###.#.#.....#...',
    '........................',
  ])
})

test('each letter and figure looks different from all others', () => {
  const letters = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ- ')
  const drawn = letters.map((letter) => dotsOf(letter, { width: 6, height: 10 }).join('\n'))
  expect(letters.filter((_, i) => drawn.indexOf(drawn[i] ?? '') !== i)).toEqual([])
})

test('lines repeat down to the last row, each from another offset', () => {
  const lines = dotsOf('ABC', { width: 96, height: 220 })
  const begun = lines.flatMap((line, at) => (line.includes('#') && !lines[at - 1]?.includes('#') ? [at] : []))
  expect(begun).toEqual([0, 22, 44, 66, 88])
  const firsts = begun.map((at) => lines[at])
  expect(new Set(firsts).size).toBe(firsts.length)
  // The text has five dots in its first row, and each line repeats it.
  expect(firsts.every((line) => (line?.match(/#/g)?.length ?? 0) > 5)).toBe(true)
})

test('a mark covers both edges of a picture, and its last dot may be cut', () => {
  const { input, raw } = markOf('8', { width: 5, height: 3 })
  expect(raw).toEqual({ width: 5, height: 3, channels: 4 })
  expect([...(input as Buffer).subarray(0, 4)]).toEqual([176, 32, 32, 150])
  expect((input as Buffer).length).toBe(5 * 3 * 4)
})
