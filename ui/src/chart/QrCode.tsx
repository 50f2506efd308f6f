import { encode } from 'uqr'

/** A QR code, dark on light in both themes. `label` names its content; the text itself stands beside it. */
export function QrCode({ text, label, size = 212 }: { text: string; label: string; size?: number }) {
  const { data, size: edge } = encode(text, { border: 0, ecc: 'M' })
  const path = data.flatMap((row, y) => runs(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-3 -3 ${edge + 6} ${edge + 6}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      direction="ltr"
      className="max-w-full rounded-3 bg-code-light shadow-card"
    >
      <path d={path.join('')} className="fill-code-dark" />
    </svg>
  )
}

/** Runs of dark squares in a row: start and length of each. */
function runs(row: readonly boolean[]): [start: number, length: number][] {
  const found: [number, number][] = []
  row.forEach((dark, at) => {
    const last = found.at(-1)
    if (dark && last && last[0] + last[1] === at) last[1] += 1
    else if (dark) found.push([at, 1])
  })
  return found
}
