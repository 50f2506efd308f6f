import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { textsIn } from '../base/drawn.testing.ts'
import { Change } from './Change.tsx'
import { Figure } from './Figure.tsx'
import { Price } from './Price.tsx'

test.each([
  [1, '+', 'text-up'],
  [-1, '−', 'text-down'],
  [0, '', 'text-ink-2'],
  [1n, '+', 'text-up'],
  [-1n, '−', 'text-down'],
])('a change of %s has the sign "%s" and the tone %s', (value, sign, tone) => {
  expect(textsIn(<Change value={value} text="1.84%" />)).toBe(`${sign}1.84%`)
  expect(renderToStaticMarkup(<Change value={value} text="1.84%" />)).toContain(`${tone}"`)
  const told = sign === '' ? '1.84%' : `${sign} | 1.84%`
  expect(textsIn(<Change value={value} text="1.84%" mark="arrow" />)).toBe(told)
})

test('a figure greys its fraction when it is asked to, and stands before its unit', () => {
  expect(textsIn(<Figure text="$12,480.16" quietFraction />)).toBe('$12,480 | .16')
  expect(textsIn(<Figure text="$12,480" quietFraction />)).toBe('$12,480')
  expect(textsIn(<Figure text="0.10" unit="USDT" />)).toBe('0.10 | USDT')
  expect(renderToStaticMarkup(<Figure text="1" tone="down" />)).toContain('text-down')
  expect(renderToStaticMarkup(<Figure text="1" tone="up" />)).toContain('text-up')
})

test('a stale price is grey', () => {
  expect(renderToStaticMarkup(<Price value={1} text="1" stale />)).toContain('text-ink-3')
  expect(renderToStaticMarkup(<Price value={1} text="1" />)).not.toContain('text-ink-3')
})
