import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture as three bytes for each point, row by row. */
export interface Picture {
  width: number
  height: number
  rgb: Uint8Array
}

export interface Frame {
  picture: Picture
  /** How long it is shown. */
  ms: number
}

const MAGIC = Buffer.from('89504e470d0a1a0a', 'hex')
/** Number of colours of an animation, and the index of the transparent one, which shows the previous frame. */
const COLOURS = 256
const CLEAR = 0

/** Reads a PNG of eight bits a channel without interlacing, as browsers write them; transparency is dropped. */
export function readPng(png: Uint8Array): Picture {
  const bytes = Buffer.from(png)
  const packed: Buffer[] = []
  let [width, height, size] = [0, 0, 0]
  for (let at = MAGIC.length; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') {
      ;[width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
      size = body[9] === 6 ? 4 : 3
    }
    if (name === 'IDAT') packed.push(body)
    at += length + 12
  }
  const rows = unfiltered(inflateSync(Buffer.concat(packed)), width * size, size)
  const rgb = new Uint8Array(width * height * 3)
  for (let point = 0; point < width * height; point++) {
    for (let channel = 0; channel < 3; channel++) rgb[point * 3 + channel] = rows[point * size + channel] ?? 0
  }
  return { width, height, rgb }
}

/** Undoes the filters of rows (PNG, section 9). */
function unfiltered(raw: Uint8Array, stride: number, size: number): Uint8Array {
  const rows = new Uint8Array((raw.length / (stride + 1)) * stride)
  for (let row = 0, from = 0; from < raw.length; row++, from += stride + 1) {
    const filter = raw[from] ?? 0
    for (let x = 0; x < stride; x++) {
      const here = row * stride + x
      const left = x >= size ? (rows[here - size] ?? 0) : 0
      const up = row > 0 ? (rows[here - stride] ?? 0) : 0
      const corner = row > 0 && x >= size ? (rows[here - stride - size] ?? 0) : 0
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter] ?? 0
      rows[here] = (raw[from + 1 + x] ?? 0) + guess
    }
  }
  return rows
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** An animated PNG that repeats forever. Each frame has only the difference to the previous one, in at most 255 colours. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames
  if (!first) throw new Error('an animation has a frame')
  const { width, height } = first.picture
  const { palette, placeOf } = paletteOf(frames)
  const parts = [MAGIC, chunk('IHDR', header(width, height)), chunk('acTL', words(frames.length, 0))]
  parts.push(chunk('PLTE', palette), chunk('tRNS', Buffer.from([0])))
  let before: Uint8Array | null = null
  let sequence = 0
  for (const { picture, ms } of frames) {
    const now = Uint8Array.from({ length: width * height }, (_, at) => placeOf(picture.rgb, at * 3))
    const box = before ? changedBox(before, now, width) : { x: 0, y: 0, width, height }
    const control = Buffer.alloc(26)
    words(sequence++, box.width, box.height, box.x, box.y).copy(control)
    control.writeUInt16BE(ms, 20)
    control.writeUInt16BE(1000, 22)
    control[25] = before ? 1 : 0
    parts.push(chunk('fcTL', control))
    const data = deflateSync(rowsOf(now, before, box, width), { level: 9 })
    parts.push(before ? chunk('fdAT', Buffer.concat([words(sequence++), data])) : chunk('IDAT', data))
    before = now
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))])
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The smallest box with all differing points; one point when none differs. */
function changedBox(before: Uint8Array, now: Uint8Array, width: number): Box {
  let [left, right, top, bottom] = [width, 0, Infinity, 0]
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before[at]) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (top === Infinity) return { x: 0, y: 0, width: 1, height: 1 }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** The unfiltered rows of a box; points equal to the previous frame are transparent. */
function rowsOf(now: Uint8Array, before: Uint8Array | null, box: Box, width: number): Buffer {
  const rows = Buffer.alloc((box.width + 1) * box.height)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = (box.y + y) * width + box.x + x
      const place = now[at] ?? CLEAR
      rows[y * (box.width + 1) + 1 + x] = before?.[at] === place ? CLEAR : place
    }
  }
  return rows
}

interface Palette {
  palette: Buffer
  /** Palette index of the colour at an offset. */
  placeOf(rgb: Uint8Array, at: number): number
}

/** The commonest colours at five bits a channel; any other colour maps to the nearest. */
function paletteOf(frames: readonly Frame[]): Palette {
  const seen = new Map<number, { count: number; colour: [number, number, number] }>()
  for (const { picture } of frames) {
    const { rgb } = picture
    for (let at = 0; at < rgb.length; at += 3) {
      const known = seen.get(coarse(rgb, at))
      if (known) known.count++
      else seen.set(coarse(rgb, at), { count: 1, colour: [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0] })
    }
  }
  const chosen = [...seen.values()].toSorted((a, b) => b.count - a.count).slice(0, COLOURS - 1)
  const colours = chosen.map((one) => one.colour)
  const places = new Map<number, number>()
  for (const [key, { colour }] of seen) {
    const far = (other: readonly number[]) =>
      other.reduce((sum, one, channel) => sum + (one - (colour[channel] ?? 0)) ** 2, 0)
    const distances = colours.map(far)
    places.set(key, 1 + distances.indexOf(Math.min(...distances)))
  }
  return {
    palette: Buffer.from([0, 0, 0, ...colours.flat()]),
    placeOf: (rgb, at) => places.get(coarse(rgb, at)) ?? 1,
  }
}

function coarse(rgb: Uint8Array, at: number): number {
  return ((rgb[at] ?? 0) >> 3) * 1024 + ((rgb[at + 1] ?? 0) >> 3) * 32 + ((rgb[at + 2] ?? 0) >> 3)
}

function header(width: number, height: number): Buffer {
  // Eight bits, palette indexes.
  return Buffer.concat([words(width, height), Buffer.from([8, 3, 0, 0, 0])])
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  return Buffer.concat([words(body.length), named, words(crc32(named))])
}
