import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainJpegSize } from './jpegSize.ts'
import { isAllowed } from './pictureSize.ts'
import { plainPngSize } from './pngSize.ts'

test.each([
  [1, 1, true],
  [1_024, 1_024, true],
  [1_025, 1, false],
  [1, 1_025, false],
  [0, 1, false],
  [1, 0, false],
])('a picture of %i by %i may be stored: %s', (width, height, is) => {
  expect(isAllowed({ width, height })).toBe(is)
})

const hex = (...texts: string[]) => Buffer.from(texts.join(''), 'hex')
const u16 = (number: number) => number.toString(16).padStart(4, '0')
/** A part of a JPEG: its marker, the length of what follows, and that. */
const part = (marker: string, content: string) => `ff${marker}${u16(content.length / 2 + 2)}${content}`
const frame = (marker: string, height: number, width: number) =>
  part(marker, `08${u16(height)}${u16(width)}01011100`)
const SCAN = `ffda0008010100003f00aabbffd9`

test.each<[what: string, parts: string[], size: object | null]>([
  [
    'baseline',
    [part('e0', '4a46'), part('db', '00'), frame('c0', 3, 5), part('c4', '00'), SCAN],
    { width: 5, height: 3 },
  ],
  ['progressive', [frame('c2', 1_024, 7), part('dd', '0000'), SCAN], { width: 7, height: 1_024 }],
  ['too high', [frame('c0', 1_025, 7), SCAN], null],
  ['with the camera’s notes', [part('e1', '457869'), frame('c0', 3, 5), SCAN], null],
  ['with a comment', [frame('c0', 3, 5), part('fe', '41'), SCAN], null],
  ['of another kind of frame', [frame('c1', 3, 5), SCAN], null],
  ['without a frame', [part('db', '00'), SCAN], null],
  ['without a scan', [frame('c0', 3, 5), 'ffd9'], null],
  ['with something behind its end', [frame('c0', 3, 5), SCAN, '00'], null],
  ['without its end', [frame('c0', 3, 5), SCAN.slice(0, -4)], null],
])('a JPEG that is %s has its size, or none', (_what, parts, size) => {
  expect(plainJpegSize(hex('ffd8', ...parts))).toEqual(size)
})

test('bytes that do not begin as a JPEG have no size', () => {
  expect(plainJpegSize(hex('ffd9', frame('c0', 3, 5), SCAN))).toBeNull()
  expect([plainJpegSize(Buffer.alloc(0)), plainJpegSize(hex('ffd8'))]).toEqual([null, null])
})

/** A part of a PNG with its length and checksum. */
function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
const head = (width: number, height: number, length = 13) => {
  const content = Buffer.alloc(length, 8)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  return chunk('IHDR', content)
}
const DATA = chunk('IDAT', Buffer.from('x'))
const END = chunk('IEND')
const broken = Buffer.from(DATA)
broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1

test.each<[what: string, parts: Buffer[], size: object | null]>([
  ['plain', [head(5, 3), DATA, END], { width: 5, height: 3 }],
  [
    'with a palette and a resolution',
    [head(5, 3), chunk('PLTE'), chunk('tRNS'), chunk('pHYs'), DATA, END],
    { width: 5, height: 3 },
  ],
  ['as large as allowed', [head(1_024, 1_024), DATA, END], { width: 1_024, height: 1_024 }],
  ['too wide', [head(1_025, 3), DATA, END], null],
  ['with a text', [head(5, 3), chunk('tEXt'), DATA, END], null],
  ['with two heads', [head(5, 3), head(5, 3), DATA, END], null],
  ['without a head', [DATA, END], null],
  ['with a short head', [head(5, 3, 12), DATA, END], null],
  ['with a wrong checksum', [head(5, 3), broken, END], null],
  ['without its end', [head(5, 3), DATA], null],
  ['with something behind its end', [head(5, 3), DATA, END, Buffer.from('x')], null],
  ['cut off', [head(5, 3), DATA.subarray(0, -1)], null],
])('a PNG that is %s has its size, or none', (_what, parts, size) => {
  expect(plainPngSize(Buffer.concat([hex('89504e470d0a1a0a'), ...parts]))).toEqual(size)
})

test('bytes that do not begin as a PNG have no size', () => {
  expect(plainPngSize(Buffer.concat([hex('89504e470d0a1a0b'), head(5, 3), DATA, END]))).toBeNull()
})
