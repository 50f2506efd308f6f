/** A day in the picture; parts of the capital in millionths. */
export interface PictureDay {
  name: string
  profitPpm: number
  poolPpm: number
}

const WIDTH = 1_000
const HEIGHT = 420
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 90, 30, 40]

/** A picture of each day's earnings and payouts: bars from zero, losses below it, and lines for the products' upper yields. */
export function yearPicture(
  days: readonly PictureDay[],
  uppers: readonly { name: string; ppm: number }[],
): string {
  const most = Math.max(...days.map((one) => one.profitPpm), ...uppers.map((one) => one.ppm), 1)
  const least = Math.min(...days.map((one) => one.profitPpm), 0)
  const y = (ppm: number) => TOP + ((most - ppm) / (most - least)) * (HEIGHT - TOP - BOTTOM)
  const step = (WIDTH - LEFT - RIGHT) / days.length
  const bar = (i: number, ppm: number, colour: string) => {
    const [from, to] = [y(Math.max(ppm, 0)), y(Math.min(ppm, 0))]
    return `<rect x="${fixed(LEFT + i * step)}" y="${fixed(from)}" width="${fixed(step * 0.8)}" height="${fixed(to - from)}" fill="${colour}"/>`
  }
  const bars = days.flatMap(({ profitPpm, poolPpm }, i) => [
    bar(i, profitPpm, profitPpm < 0 ? '#c2410c' : '#9fb7d8'),
    ...(poolPpm > 0 ? [bar(i, poolPpm, '#1d4ed8')] : []),
    // Skips a day without payout.
    ...(poolPpm > 0
      ? []
      : [`<circle cx="${fixed(LEFT + (i + 0.4) * step)}" cy="${fixed(y(0))}" r="2.2" fill="#111827"/>`]),
  ])
  const lines = uppers.flatMap(({ name, ppm }) => [
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fixed(y(ppm))}" y2="${fixed(y(ppm))}" stroke="#15803d" stroke-dasharray="6 4"/>`,
    `<text x="${WIDTH - RIGHT + 6}" y="${fixed(y(ppm) + 4)}" fill="#15803d">${name}</text>`,
  ])
  const marks = [...new Set([most, 0, least])].map((ppm) => {
    return `<text x="${LEFT - 6}" y="${fixed(y(ppm) + 4)}" text-anchor="end">${(ppm / 10_000).toFixed(3)} %</text>`
  })
  const names = [days[0], days.at(-1)].map((day, i) => {
    return `<text x="${i === 0 ? LEFT : WIDTH - RIGHT}" y="${HEIGHT - 12}" text-anchor="${i === 0 ? 'start' : 'end'}">${day?.name ?? ''}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#374151">`,
    '<title>What the arbitrage programme earned and paid, day by day, in parts of its capital</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...bars,
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fixed(y(0))}" y2="${fixed(y(0))}" stroke="#111827"/>`,
    ...lines,
    ...marks,
    ...names,
    `<text x="${LEFT}" y="18">Pale: profit of the day. Blue: what could be paid to hosts. Red: a day of loss. Dot: nothing paid. Dashed: most that a product pays.</text>`,
    '</svg>',
    '',
  ].join('\n')
}

function fixed(value: number): string {
  return value.toFixed(1)
}
