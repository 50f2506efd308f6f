import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Distribution } from './Distribution.tsx'

/** Left and right end of the curve, in the drawing's units. */
const [LEFT, RIGHT] = [20, 330]
const MIDDLE = (LEFT + RIGHT) / 2

/** The ends of the part that wins, and the place of its border. */
function drawn(chance: number, direction: 'up' | 'down') {
  const markup = renderToStaticMarkup(
    <Distribution chance={chance} direction={direction} chanceLabel="35% to finish here" nowLabel="now" />,
  )
  const [, region = ''] = new RegExp(`<path d="([^"]*)" class="fill-${direction} `).exec(markup) ?? []
  const [, border = ''] = new RegExp(`<line x1="([^"]*)"[^>]*class="stroke-${direction}"`).exec(markup) ?? []
  const places = Array.from(region.matchAll(/(-?[\d.]+) -?[\d.]+/g), ([, x]) => Number(x))
  return { from: Math.min(...places), to: Math.max(...places), border: Number(border), markup }
}

test.each([
  ['up', 0.35],
  ['up', 0.5],
  ['up', 0.8],
  ['down', 0.35],
  ['down', 0.5],
  ['down', 0.8],
] as const)(
  'the winning part of an order %s with a chance of %d is on its side of the border',
  (direction, chance) => {
    const { from, to, border } = drawn(chance, direction)
    const [end, inner] = direction === 'up' ? [to, from] : [from, to]
    expect(end).toBeCloseTo(direction === 'up' ? RIGHT : LEFT, 0)
    expect(inner).toBeCloseTo(border, 0)
    // A chance below one half leaves less than half of the curve.
    const beyond = direction === 'up' ? border - MIDDLE : MIDDLE - border
    expect(Math.round(beyond) > 0).toBe(chance < 0.5)
  },
)

test('its label stands on the winning side', () => {
  expect(drawn(0.5, 'up').markup).toMatch(/text-left" style="inset-inline-start:50\.0/)
  expect(drawn(0.5, 'down').markup).toMatch(/text-right" style="inset-inline-end:(50\.0|49\.9)/)
})
