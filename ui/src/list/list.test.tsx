import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { linksIn, outlineIn, textsIn } from '../base/drawn.testing.ts'
import { withTexts } from '../base/withTexts.testing.tsx'
import { CopyRow } from './CopyRow.tsx'
import { InfiniteList, type InfiniteListProps } from './InfiniteList.tsx'
import { Ledger, LedgerRow } from './LedgerRow.tsx'
import { ListRow } from './ListRow.tsx'
import { Tabs } from './Tabs.tsx'

const none = () => {}

test('tabs: one is chosen and alone in the order of the keyboard; the panel is named by it', () => {
  const tabs = [
    { value: 'open', label: 'Waiting' },
    { value: 'done', label: 'Finished' },
  ]
  const drawn = (value: string) => (
    <Tabs label="Orders" tabs={tabs} value={value} onChange={none}>
      none yet
    </Tabs>
  )
  expect(outlineIn(drawn('done'))).toEqual([
    'div role=tablist aria-label=Orders',
    'button type=button role=tab id=#1-open aria-selected=false aria-controls=#1-panel tabindex=-1',
    'button type=button role=tab id=#1-done aria-selected=true aria-controls=#1-panel tabindex=0',
    'div role=tabpanel id=#1-panel aria-labelledby=#1-done',
  ])
  expect(textsIn(drawn('open'))).toBe('Orders | (chosen) | Waiting | Finished | none yet')
})

test('a row is a link with a destination, a button with an action, and else plain', () => {
  const parts = {
    leading: 'coin',
    title: 'BTC',
    sub: 'Bitcoin',
    middle: 'line',
    figure: '64,000',
    figureSub: '+1%',
  }
  const told = 'coin | BTC | Bitcoin | line | 64,000 | +1%'
  for (const [more, outline] of [
    [{ href: '/coin', onGo: none }, ['a href=/coin']],
    [{ href: '/coin' }, []],
    [{ onPress: none }, ['button type=button']],
    [{ onPress: none, current: true }, ['button type=button aria-current=true']],
    [{ href: '/coin', onGo: none, current: true, onPress: none }, ['a aria-current=true href=/coin']],
    [{}, []],
  ] as const) {
    expect(outlineIn(<ListRow {...parts} {...more} />)).toEqual(outline)
    expect(textsIn(<ListRow {...parts} {...more} />).replace('(chosen) | ', '')).toBe(told)
  }
})

test('a row without figures leaves them no room, and one that leads on has a chevron', () => {
  const drawn = (more: object) => renderToStaticMarkup(<ListRow title="Help" {...more} />)
  expect(
    [drawn({}), drawn({ figure: '1' }), drawn({ figureSub: '1' })].map((one) => one.includes('ms-auto')),
  ).toEqual([false, true, true])
  expect([drawn({}), drawn({ chevron: true })].map((one) => one.includes('<svg'))).toEqual([false, true])
})

test('a ledger is a list of terms, each with its figure and note', () => {
  const rows = (
    <Ledger columns={2}>
      <LedgerRow label="Fee" note="of the stake">
        0.10
      </LedgerRow>
      <LedgerRow label="Hash" mono last>
        ab12
      </LedgerRow>
    </Ledger>
  )
  expect(textsIn(rows)).toBe('Fee | of the stake | 0.10 | Hash | ab12')
  const markup = renderToStaticMarkup(rows)
  expect(markup.match(/<(?:dl|dt|dd)/g)).toEqual(['<dl', '<dt', '<dd', '<dt', '<dd'])
  const ruled = (more: object) =>
    renderToStaticMarkup(
      <LedgerRow label="Fee" {...more}>
        1
      </LedgerRow>,
    ).includes('border-b')
  expect([ruled({}), ruled({ last: true }), ruled({ tight: true })]).toEqual([true, false, false])
  expect([markup.match(/font-mono/g)?.length, markup.includes('auto-fit')]).toEqual([1, true])
})

test('an address to copy is shown whole or shortened, left to right, beside its button', () => {
  expect(textsIn(withTexts(<CopyRow value="0xabcdef" />))).toBe('0xabcdef | Copy')
  expect(textsIn(withTexts(<CopyRow value="0xabcdef" shown="0xab…ef" />))).toBe('0xab…ef | Copy')
  expect(outlineIn(withTexts(<CopyRow value="0x" />))).toEqual([
    'bdi dir=ltr',
    'button type=button aria-label=Copy',
  ])
})

function listed(more: Partial<InfiniteListProps<string>>) {
  return withTexts(
    <InfiniteList
      label="Orders"
      items={['one', 'two']}
      keyOf={(item) => item}
      state="end"
      onMore={none}
      fetchedAtMs={0}
      failed="Orders did not load"
      empty="No orders yet"
      {...more}
    >
      {(item) => item}
    </InfiniteList>,
  )
}

test.each([
  ['end', undefined, 'Orders | one | two | No more'],
  ['more', undefined, 'Orders | one | two'],
  ['loading', undefined, 'Orders | one | two | Loading'],
  ['failed', 'No network.', 'Orders | one | two | Orders did not load. No network. | Retry'],
] as const)('a list in the state %s says so below its items', (state, problem, told) => {
  expect(textsIn(listed({ state, problem }))).toBe(told)
  expect(outlineIn(listed({ state }))[0]).toBe(`ul aria-label=Orders aria-busy=${state === 'loading'}`)
})

test('an empty list says so only once it is known to be empty, and until then takes the room of five items', () => {
  expect(textsIn(listed({ items: [] }))).toBe('No orders yet')
  expect(textsIn(listed({ items: [], state: 'loading' }))).toBe('Orders | Loading')
  const rows = (items: string[]) =>
    renderToStaticMarkup(listed({ items, state: 'loading' })).match(/min-h-\[66px\]/g)?.length
  expect([rows([]), rows(['one'])]).toEqual([5, 2])
  expect(linksIn(listed({ items: [] }))).toEqual([])
})
