import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BLANK, isBlank, PAD, placeOn, reduceDrawing, type Drawing, type DrawingChange } from './drawing.ts'

const after = (...changes: DrawingChange[]): Drawing => changes.reduce(reduceDrawing, BLANK)

describe('a signature', () => {
  test('is blank until something is drawn or typed, and after clearing', () => {
    expect(isBlank(BLANK)).toBe(true)
    expect(isBlank(after({ kind: 'move', through: [[1, 1]] }))).toBe(true)
    expect(isBlank(after({ kind: 'type', name: '  ' }))).toBe(true)
    expect(isBlank(after({ kind: 'begin', at: [1, 1] }))).toBe(false)
    expect(isBlank(after({ kind: 'type', name: 'Ada' }))).toBe(false)
    expect(after({ kind: 'begin', at: [1, 1] }, { kind: 'clear' })).toEqual(BLANK)
  })

  test('keeps its strokes separate; a new stroke replaces a typed name', () => {
    const drawn = after(
      { kind: 'begin', at: [0, 0] },
      {
        kind: 'move',
        through: [
          [1, 1],
          [2, 2],
        ],
      },
      { kind: 'type', name: 'Ada' },
      { kind: 'begin', at: [9, 9] },
    )
    expect(drawn).toEqual({
      name: '',
      strokes: [
        [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
        [[9, 9]],
      ],
    })
  })

  test('has the same place on the pad at every screen size', () => {
    const size = fc.integer({ min: 40, max: 4_000 })
    fc.assert(
      fc.property(size, fc.double({ min: -0.5, max: 1.5, noNaN: true }), (width, share) => {
        const box = { left: 17, top: 31, width, height: width / 2 }
        const [x, y] = placeOn(box, { clientX: 17 + share * width, clientY: 31 + (share * width) / 2 })
        const kept = Math.min(1, Math.max(0, share))
        expect(Math.abs(x - kept * PAD.width)).toBeLessThanOrEqual(0.06)
        expect(Math.abs(y - kept * PAD.height)).toBeLessThanOrEqual(0.06)
      }),
    )
    expect(placeOn({ left: 0, top: 0, width: 0, height: 0 }, { clientX: 5, clientY: 5 })).toEqual([0, 0])
  })
})
