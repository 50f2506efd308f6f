import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { outlineIn, textsIn } from '../base/drawn.testing.ts'
import { withTexts } from '../base/withTexts.testing.tsx'
import { Empty } from './Empty.tsx'
import { Failed } from './Failed.tsx'
import { Skeleton } from './Skeleton.tsx'

const none = () => {}

test('a failure is announced with its reason, and with a way to try again where there is one', () => {
  expect(outlineIn(withTexts(<Failed title="Orders did not load" />))).toEqual(['div role=alert'])
  expect(textsIn(withTexts(<Failed title="Orders did not load" detail="No network." onRetry={none} />))).toBe(
    'Orders did not load | No network. | Retry',
  )
  expect(outlineIn(withTexts(<Failed title="" onRetry={none} busy />))[1]).toBe(
    'button type=button aria-disabled=true aria-busy=true',
  )
})

test('an empty list names what is missing, what to do, and offers it', () => {
  expect(textsIn(<Empty title="No orders" />)).toBe('No orders')
  expect(textsIn(<Empty title="No orders" detail="Place one." action="Trade" />)).toBe(
    'No orders | Place one. | Trade',
  )
})

test.each(['row', 'ledger', 'figure', 'chart', 'text'] as const)(
  'a %s to come is announced once',
  (shape) => {
    const drawn = (count: number) => withTexts(<Skeleton shape={shape} count={count} />)
    expect(textsIn(drawn(3))).toBe('Loading')
    expect(outlineIn(drawn(1))).toEqual(['div role=status'])
    const size = (count: number) => renderToStaticMarkup(drawn(count)).length
    expect(size(3) - size(2)).toBe(size(2) - size(1))
    expect(size(2)).toBeGreaterThan(size(1))
    expect(renderToStaticMarkup(withTexts(<Skeleton shape={shape} />))).toBe(renderToStaticMarkup(drawn(1)))
  },
)
