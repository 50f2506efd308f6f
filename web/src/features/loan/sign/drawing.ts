/** The pad in its own units, whatever its size on screen: so a rotated phone keeps the strokes where they were. */
export const PAD = { width: 800, height: 400, line: 10 } as const

/** A place on the pad, in its units. */
export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/** What was drawn, or the name that was typed in its place. */
export interface Drawing {
  strokes: readonly Stroke[]
  /** Counts instead of the strokes unless it is blank. */
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

/** The place on the pad under a point of the window; `box` is where the pad is in the window. */
export function placeOn(
  box: { left: number; top: number; width: number; height: number },
  at: { clientX: number; clientY: number },
): Point {
  const share = (offset: number, size: number) => Math.min(1, Math.max(0, size > 0 ? offset / size : 0))
  const x = share(at.clientX - box.left, box.width) * PAD.width
  const y = share(at.clientY - box.top, box.height) * PAD.height
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
}
