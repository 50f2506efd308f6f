import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { outlineIn, textsIn } from '../base/drawn.testing.ts'
import { Badge } from './Badge.tsx'
import { Caution } from './Caution.tsx'
import { CoinIcon } from './CoinIcon.tsx'
import { Countdown } from './Countdown.tsx'
import { Stamp } from './Stamp.tsx'
import { StaleNote } from './StaleNote.tsx'

const has = (element: React.ReactElement, look: string) => renderToStaticMarkup(element).includes(look)

test.each([
  ['caution', 'text-caution'],
  ['up', 'text-up'],
  ['down', 'text-down'],
  ['good', 'text-good'],
  ['wrong', 'text-wrong'],
  ['brand', 'text-brand'],
  ['plain', 'text-ink-2'],
] as const)('a badge of the tone %s is %s', (tone, look) => {
  expect(has(<Badge tone={tone}>Simulated</Badge>, look)).toBe(true)
})

test('a badge warns unless it is told otherwise, and has a dot unless it is told not to', () => {
  expect(has(<Badge>Simulated</Badge>, 'text-caution')).toBe(true)
  expect([has(<Badge>Simulated</Badge>, '<i'), has(<Badge dot={false}>Simulated</Badge>, '<i')]).toEqual([
    true,
    false,
  ])
})

test.each([
  ['checked', 'text-good', false],
  ['checking', 'text-ink', true],
  ['open', 'text-caution', false],
  ['wrong', 'text-wrong', false],
] as const)('a stamp that is %s is %s, and moves only while it is checking', (tone, look, moves) => {
  const stamp = <Stamp tone={tone} title="Checked" detail="on this phone" />
  expect([has(stamp, look), has(stamp, 'breathe')]).toEqual([true, moves])
  expect(outlineIn(stamp)).toEqual(['div role=status'])
  expect(textsIn(stamp)).toBe('Checked | on this phone')
})

test('the marks of the four stamps differ', () => {
  const marks = (['checked', 'checking', 'open', 'wrong'] as const).map(
    (tone) => /<path.*?<\/svg>/.exec(renderToStaticMarkup(<Stamp tone={tone} title="" />))?.[0],
  )
  expect(new Set(marks).size).toBe(4)
})

test('a countdown is a named timer, left to right, that begins at its most', () => {
  const now = () => 1_000
  const drawn = (untilMs: number, most?: number) => (
    <Countdown untilMs={untilMs} now={now} label="Time left" {...(most !== undefined && { most })} />
  )
  expect(outlineIn(drawn(2_000))).toEqual(['span role=timer aria-label=Time left dir=ltr'])
  for (const [untilMs, most, told] of [
    [3_662_000, undefined, '01:01:01'],
    [62_400, 60, '00:01:00'],
    [1_001, undefined, '00:00:01'],
    [1_000, undefined, '00:00:00'],
    [0, undefined, '00:00:00'],
  ] as const)
    expect(textsIn(drawn(untilMs, most))).toBe(`Time left | ${told}`)
})

test('a coin has the mark of its symbol on its colour, without a name of its own', () => {
  expect(outlineIn(<CoinIcon symbol="BTC" colour="#f80" />)).toEqual(['img src=/coins/btc.svg alt'])
  expect(renderToStaticMarkup(<CoinIcon symbol="BTC" colour="#f80" size={20} />)).toMatch(
    /width="20" height="20".*background:#f80/,
  )
})

test('a warning and a note of a stale figure say their words', () => {
  expect(textsIn(<Caution>Read this</Caution>)).toBe('Read this')
  expect(textsIn(<StaleNote>since 21:04</StaleNote>)).toBe('since 21:04')
})
