import { expect, test } from 'vitest'
import { fill } from './fill.ts'
import type { Language } from './languages.ts'

const texts = {
  title: 'Orders',
  tabs: { top: 'Top of {{market}}' },
  twice: '{{a}} and {{a}}, {{b}}',
  left_one: '{{count}} code left',
  left_other: '{{count}} codes left',
  step: 'Step {{step}} of {{count}}',
  only_other: 'many',
}

test.each([
  ['title', {}, 'Orders'],
  ['tabs.top', { market: 'Europe' }, 'Top of Europe'],
  ['twice', { a: 1, b: '$&{{a}}' }, '1 and 1, $&{{a}}'],
  ['twice', { a: 'x' }, 'x and x, '],
  ['left', { count: 1 }, '1 code left'],
  ['left', { count: 0 }, '0 codes left'],
  ['left', { count: 21 }, '21 codes left'],
  ['step', { step: 1, count: 1 }, 'Step 1 of 1'],
  ['left', {}, undefined],
  ['tabs', {}, undefined],
  ['tabs.bottom', {}, undefined],
  ['title.more', {}, undefined],
  ['constructor.name', {}, undefined],
])('%s with %j reads %j', (path, facts, said) => {
  expect(fill(texts, path, facts, 'english')).toBe(said)
})

test.each<[Language, number, string]>([
  ['arab', 0, 'zero'],
  ['arab', 1, 'one'],
  ['arab', 2, 'two'],
  ['arab', 3, 'few'],
  ['arab', 103, 'few'],
  ['arab', 11, 'many'],
  ['arab', 100, 'other'],
  ['english', 1, 'one'],
  ['english', 2, 'other'],
  ['japanese', 1, 'other'],
  ['korean', 2, 'other'],
  ['chinese', 1, 'other'],
])('in %s %i takes the form "%s"', (language, count, form) => {
  const forms: [string, string][] = ['zero', 'one', 'two', 'few', 'many', 'other'].map((one) => [
    `left_${one}`,
    one,
  ])
  expect(fill(Object.fromEntries(forms), 'left', { count }, language)).toBe(form)
})
