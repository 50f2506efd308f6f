/** The pad in its own units, at every screen size: strokes keep their place when a phone is rotated. */
export const PAD = { width: 800, height: 400, line: 10 } as const

/** A place on the pad, in its units. */
export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/** The drawn strokes, or a typed name instead. */
export interface Drawing {
  strokes: readonly Stroke[]
  /** The typed name; unless empty, it replaces the strokes. */
  name: string
}

export const BLANK: Drawing = { strokes: [], name: '' }

export type DrawingChange =
  | { kind: 'begin'; at: Point }
  | { kind: 'move'; through: readonly Point[] }
  | { kind: 'type'; name: string }
  | { kind: 'clear' }

/** The drawing after a change. A stroke that begins replaces a typed name. */
export function reduceDrawing(drawing: Drawing, change: DrawingChange): Drawing {
  switch (change.kind) {
    case 'begin':
      return { name: '', strokes: [...drawing.strokes, [change.at]] }
    case 'move': {
      const last = drawing.strokes.at(-1)
      if (!last) return drawing
      return { ...drawing, strokes: [...drawing.strokes.slice(0, -1), [...last, ...change.through]] }
    }
    case 'type':
      return { ...drawing, name: change.name }
    case 'clear':
      return BLANK
  }
}

export function isBlank({ strokes, name }: Drawing): boolean {
  return strokes.length === 0 && name.trim() === ''
}

/** The pad's point for a point of the window; `box` is the pad's position in the window. */
export function placeOn(
  box: { left: number; top: number; width: number; height: number },
  at: { clientX: number; clientY: number },
): Point {
  const share = (offset: number, size: number) => Math.min(1, Math.max(0, size > 0 ? offset / size : 0))
  const x = share(at.clientX - box.left, box.width) * PAD.width
  const y = share(at.clientY - box.top, box.height) * PAD.height
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
}
