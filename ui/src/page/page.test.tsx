import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { outlineIn, textsIn } from '../base/drawn.testing.ts'
import { withTexts } from '../base/withTexts.testing.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { PageBar } from './PageBar.tsx'
import { Shell } from './Shell.tsx'
import { Split } from './Split.tsx'

const none = () => {}
const NAV = {
  items: [
    { href: '/', label: 'Home', icon: 'markets' },
    { href: '/wallet', label: 'Wallet', icon: 'wallet' },
  ] as const,
  onGo: none,
}

test('a page has one heading, and a way back where it has one', () => {
  expect(
    textsIn(
      withTexts(<PageBar title="Bitcoin" sub="BTC/USDT" leading="coin" trailing="star" onBack={none} />),
    ),
  ).toBe('Back | coin | Bitcoin | BTC/USDT | star')
  const bar = withTexts(<PageBar title="Help" />)
  expect(textsIn(bar)).toBe('Help')
  expect(renderToStaticMarkup(bar).match(/<h1/g)).toHaveLength(1)
})

test('the navigation marks the place that is shown, and none where none is', () => {
  const shell = (current: string | null) =>
    withTexts(
      <Shell banner="Offline" foot="strip" nav={{ ...NAV, current }}>
        page
      </Shell>,
    )
  expect(textsIn(shell('/wallet'))).toBe('Offline | page | strip | Main | Home | (chosen) | Wallet')
  expect(textsIn(shell(null))).not.toContain('chosen')
  expect(outlineIn(shell('/'))).toEqual([
    'nav aria-label=Main',
    'a aria-current=page href=/',
    'a href=/wallet',
  ])
  expect(outlineIn(withTexts(<Shell nav={null}>page</Shell>))).toEqual([])
})

test('a state of the whole app is announced when it comes, in a place that is always there', () => {
  expect(outlineIn(<OfflineBar />)).toEqual(['div role=status'])
  expect(textsIn(<OfflineBar />)).toBe('')
  expect(renderToStaticMarkup(<OfflineBar />)).not.toContain('<p')
  expect(textsIn(<OfflineBar>You are offline</OfflineBar>)).toBe('You are offline')
})

test('a phone shows the detail once one is chosen, and the list before', () => {
  const hidden = (detail: string | null) =>
    / hidden"/.test(renderToStaticMarkup(<Split list="list" detail={detail} />))
  expect([hidden(null), hidden('detail')]).toEqual([false, true])
  expect(textsIn(<Split list="list" detail="detail" />)).toBe('list | detail')
})
