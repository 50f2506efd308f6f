/** A figure by number of orders in the books. */
export interface Line {
  name: string
  colour: string
  /** The figure at each length of history. */
  values: readonly number[]
}

/** A panel of the picture: its lines share one scale from zero. */
export interface Panel {
  title: string
  /** Digits after the point of the scale. */
  digits: number
  lines: readonly Line[]
}

const [WIDTH, HEIGHT] = [500, 250]
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 20, 44, 40]

/** A picture of panels, two in a row, each over the lengths of history, one step apart. */
export function growthPicture(lengths: readonly number[], panels: readonly Panel[]): string {
  const height = Math.ceil(panels.length / 2) * HEIGHT
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#374151">`,
    '<title>What an order, a page of a list and an audit cost behind a growing history</title>',
    `<rect width="${2 * WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...panels.map((panel, i) => {
      const place = `translate(${(i % 2) * WIDTH} ${Math.floor(i / 2) * HEIGHT})`
      return `<g transform="${place}">${panelText(lengths, panel)}</g>`
    }),
    '</svg>',
    '',
  ].join('\n')
}

function panelText(lengths: readonly number[], { title, digits, lines }: Panel): string {
  const most = Math.max(...lines.flatMap((one) => one.values)) * 1.1
  const x = (i: number) => LEFT + (i / Math.max(1, lengths.length - 1)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM)
  const scale = [0, most / 2, most].map((value) => {
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fixed(y(value))}" y2="${fixed(y(value))}" stroke="#d1d5db"/><text x="${LEFT - 6}" y="${fixed(y(value) + 4)}" text-anchor="end">${value.toFixed(digits)}</text>`
  })
  const names = lengths.map((one, i) => {
    return `<text x="${fixed(x(i))}" y="${HEIGHT - 20}" text-anchor="middle">${one.toLocaleString('en')}</text>`
  })
  const drawn = lines.map(({ values, colour }) => {
    const points = values.map((value, i) => `${fixed(x(i))},${fixed(y(value))}`)
    const dots = points.map((point) => {
      const [cx, cy] = point.split(',')
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`
    })
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`
  })
  const legend = lines.map(({ name, colour }, i) => {
    return `<tspan fill="${colour}"${i === 0 ? '' : ' dx="12"'}>${name}</tspan>`
  })
  return [
    `<text x="${LEFT}" y="18" font-weight="bold">${title}</text>`,
    `<text x="${LEFT}" y="34">${legend.join('')}</text>`,
    ...scale,
    ...names,
    ...drawn,
  ].join('')
}

function fixed(value: number): string {
  return value.toFixed(1)
}
