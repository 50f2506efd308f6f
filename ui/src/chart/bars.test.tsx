import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { outlineIn } from '../base/drawn.testing.ts'
import { Progress } from './Progress.tsx'
import { QrCode } from './QrCode.tsx'
import { ShareBar } from './ShareBar.tsx'
import { Sparkline } from './Sparkline.tsx'

test.each([
  [0, 0, '100%'],
  [0.25, 25, '75%'],
  [0.3333, 33, '66.7%'],
  [1, 100, '0%'],
  [-1, 0, '100%'],
  [2, 100, '0%'],
])('of a share of %d a bar says %i percent, and its rest of %s is out of sight', (share, percent, rest) => {
  const bar = <Progress label="Paid" share={share} />
  expect(outlineIn(bar)).toEqual([
    `div role=progressbar aria-label=Paid aria-valuemin=0 aria-valuemax=100 aria-valuenow=${percent}`,
  ])
  expect(renderToStaticMarkup(bar)).toContain(`translate:calc(var(--back) * ${rest})`)
})

test.each([
  ['ink', 'bg-ink'],
  ['brand', 'bg-brand'],
  ['up', 'bg-up'],
] as const)('a bar of the tone %s is %s', (tone, look) => {
  expect(renderToStaticMarkup(<Progress label="" share={1} tone={tone} />)).toMatch(new RegExp(`${look}"`))
})

test('the parts of a whole stand in proportion, without those of no weight', () => {
  const parts = [
    { key: 'a', weight: 3, colour: 'red' },
    { key: 'b', weight: 0, colour: 'blue' },
    { key: 'c', weight: 1, colour: 'green' },
  ]
  const markup = renderToStaticMarkup(<ShareBar parts={parts} />)
  expect(
    [...markup.matchAll(/flex-grow:(\d+);flex-basis:0;background:(\w+)/g)].map(([, ...two]) => two),
  ).toEqual([
    ['3', 'red'],
    ['1', 'green'],
  ])
})

test('a QR code draws exactly the dark squares of its text', () => {
  const text = 'ethereum:0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  const { data, size } = encode(text, { border: 0, ecc: 'M' })
  const markup = renderToStaticMarkup(<QrCode text={text} label="Address" />)
  expect(outlineIn(<QrCode text={text} label="Address" />)).toEqual(['svg role=img aria-label=Address'])
  expect(markup).toContain(`viewBox="-3 -3 ${size + 6} ${size + 6}"`)
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x = '', y = '', width = '', back] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(back).toBe(width)
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  expect(drawn).toEqual(data)
})

test('the line of a day has the colour of its way', () => {
  for (const way of ['up', 'down'] as const)
    expect(renderToStaticMarkup(<Sparkline values={[1, 2]} way={way} />)).toContain(`stroke-${way}"`)
  expect(renderToStaticMarkup(<Sparkline values={[1]} way="flat" />)).toMatch(/stroke-ink-3".*<path d="M/)
})
