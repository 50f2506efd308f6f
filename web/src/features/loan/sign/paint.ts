import { PAD, type Drawing, type Stroke } from './drawing.ts'

/** Maximum size of a typed name on the pad, in its units. */
const NAME = { size: 160, width: PAD.width - 80 }

/** Paints a drawing on a clear canvas of any size, in the colour and font of the page. */
export function paint(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.setTransform(canvas.width / PAD.width, 0, 0, canvas.height / PAD.height, 0, 0)
  const style = getComputedStyle(document.body)
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--slate')
  pen.strokeStyle = colour
  pen.fillStyle = colour
  pen.lineWidth = PAD.line
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  if (drawing.name.trim() !== '') return writeName(pen, drawing.name.trim(), style.fontFamily)
  for (const stroke of drawing.strokes) paintStroke(pen, stroke)
}

/** The drawing as PNG bytes on a transparent background. */
export function pictureOf(drawing: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = PAD.width
  canvas.height = PAD.height
  paint(canvas, drawing)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser makes no picture'))))
  })
}

/** A smooth line: each point is the control point of a curve between the midpoints beside it. */
function paintStroke(pen: CanvasRenderingContext2D, stroke: Stroke): void {
  const [first] = stroke
  const last = stroke.at(-1)
  if (!first || !last) return
  pen.beginPath()
  pen.moveTo(...first)
  for (const [at, [x, y]] of stroke.entries()) {
    const next = stroke[at + 1]
    if (next) pen.quadraticCurveTo(x, y, (x + next[0]) / 2, (y + next[1]) / 2)
  }
  // A single point becomes a dot: the line has round ends.
  pen.lineTo(...last)
  pen.stroke()
}

function writeName(pen: CanvasRenderingContext2D, name: string, family: string): void {
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = `italic 400 ${NAME.size}px ${family}`
  const { width } = pen.measureText(name)
  const size = Math.floor(NAME.size * Math.min(1, NAME.width / Math.max(1, width)))
  pen.font = `italic 400 ${size}px ${family}`
  pen.fillText(name, PAD.width / 2, PAD.height / 2)
}
