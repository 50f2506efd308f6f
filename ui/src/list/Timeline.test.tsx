import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { textsIn } from '../base/drawn.testing.ts'
import { Timeline, type TimelineMark, type TimelineStep } from './Timeline.tsx'

const STATES = ['done', 'failed', 'now', 'later'] as const
const WORDS = { done: 'Done', now: 'Now', later: 'Later', failed: 'Failed' }
const STEPS: TimelineStep[] = STATES.map((state) => ({
  key: state,
  state,
  title: `The ${state} one`,
  mark: '7',
}))

const line = (mark?: TimelineMark, steps = STEPS) => (
  <Timeline label="Steps" steps={steps} stateWords={WORDS} {...(mark && { mark })} />
)

/** The items that are said to be the current ones, as `step` or `date`, in the order of the page. */
function currentIn(mark?: TimelineMark): string[] {
  const items = renderToStaticMarkup(line(mark)).matchAll(/<li(?: aria-current="(\w+)")?/g)
  return Array.from(items, ([, current = '–']) => current)
}

test('each step says its state and title; only the steps ahead show a mark of their own', () => {
  expect(textsIn(line())).toBe(
    'Steps | Done | The done one | Failed | The failed one | Now | 7 | The now one | Later | 7 | The later one',
  )
  const [first] = STEPS
  const more = first && { ...first, detail: 'In block 7', aside: '12:00' }
  expect(textsIn(line(undefined, more ? [more] : []))).toBe(
    'Steps | Done | The done one | In block 7 | 12:00',
  )
})

test.each<[where: string, mark: TimelineMark | undefined, current: string[], texts: RegExp]>([
  ['nowhere', undefined, ['–', '–', 'step', '–'], /The later one$/],
  [
    'before a step',
    { before: 'now', label: 'Today' },
    ['–', '–', 'date', 'step', '–'],
    /one \| Today \| Now/,
  ],
  ['at the end', { before: null, label: 'Today' }, ['–', '–', 'step', '–', 'date'], /later one \| Today$/],
])('the step of now is the current one, and today stands %s', (_, mark, current, texts) => {
  expect(currentIn(mark)).toEqual(current)
  expect(textsIn(line(mark))).toMatch(texts)
})
