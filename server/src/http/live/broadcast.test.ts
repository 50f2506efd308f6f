import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Client, broadcastInSlices, writeEvent, writeFrame } from './broadcast.ts'
import { plainFrame, wireFrame } from './frames.ts'

const KIB = 1024

function readerWith(queued: number, deflates = false) {
  const written: Buffer[] = []
  const state = { drops: 0, written }
  const socket = { writableLength: queued, writable: true, write: (bytes: Buffer) => written.push(bytes) }
  const reader: Client = { socket, deflates, drop: () => state.drops++ }
  return { reader, state }
}

describe('a reader', () => {
  const frame = wireFrame('{"seq":1}')
  test.each([
    [0, 1, 0],
    [256 * KIB, 1, 0],
    [256 * KIB + 1, 0, 0],
    [1024 * KIB, 0, 0],
    [1024 * KIB + 1, 0, 1],
  ])('with %i bytes waiting gets %i frames and is dropped %i times', (queued, frames, drops) => {
    const { reader, state } = readerWith(queued)
    writeFrame(reader, frame)
    expect([state.written.length, state.drops]).toEqual([frames, drops])
  })

  test('gets its own events even when it lags behind', () => {
    const { reader, state } = readerWith(512 * KIB)
    writeEvent(reader, plainFrame('{}'))
    expect(state.written).toHaveLength(1)
  })

  test('gets the form it negotiated', () => {
    const { reader, state } = readerWith(0, true)
    writeFrame(reader, frame)
    expect(state.written).toEqual([frame.deflated])
  })
})

describe('a frame', () => {
  test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    'of %i bytes says its length and holds its text',
    (length) => {
      const text = 'ü'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2)
      const { plain, deflated } = wireFrame(text)
      expect(plain[0]).toBe(0x81)
      expect(bodyOf(plain).toString()).toBe(text)
      expect(deflated[0]).toBe(0xc1)
      const tail = Buffer.from([0, 0, 0xff, 0xff])
      expect(inflateRawSync(Buffer.concat([bodyOf(deflated), tail]), { finishFlush: 2 }).toString()).toBe(
        text,
      )
    },
  )
})

function bodyOf(frame: Buffer): Buffer {
  const code = (frame[1] ?? 0) & 127
  const [head, length] =
    code < 126
      ? [2, code]
      : code === 126
        ? [4, frame.readUInt16BE(2)]
        : [10, Number(frame.readBigUInt64BE(2))]
  expect(frame.length).toBe(head + length)
  return frame.subarray(head)
}

describe('a round', () => {
  test('visits every reader, 250 at a time, and yields between slices', async () => {
    const readers = new Set(Array.from({ length: 1_001 }, (_, i) => i))
    const seen: number[] = []
    broadcastInSlices(readers, (one) => seen.push(one))()
    expect(seen).toHaveLength(250)
    await new Promise(setImmediate)
    expect(seen).toHaveLength(500)
    await expect.poll(() => seen.length).toBe(1_001)
  })

  test('requested during a round runs once more, for every reader', async () => {
    const readers = new Set(Array.from({ length: 600 }, (_, i) => i))
    let visits = 0
    const start = broadcastInSlices(readers, () => visits++)
    start()
    start()
    start()
    await expect.poll(() => visits).toBe(1_200)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(visits).toBe(1_200)
  })
})
