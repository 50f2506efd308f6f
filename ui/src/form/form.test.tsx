import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { handle, outlineIn, textsIn } from '../base/drawn.testing.ts'
import { Button } from './Button.tsx'
import { CheckRow } from './CheckRow.tsx'
import { Chips } from './Chips.tsx'
import { DirectionSwitch } from './DirectionSwitch.tsx'
import { Field } from './Field.tsx'
import { FieldAction } from './FieldAction.tsx'
import { IconButton } from './IconButton.tsx'
import { Keypad } from './Keypad.tsx'
import { NumericField } from './NumericField.tsx'
import { RadioList } from './RadioList.tsx'
import { Segment } from './Segment.tsx'
import { Select } from './Select.tsx'
import { SwitchRow } from './SwitchRow.tsx'
import { TextArea } from './TextArea.tsx'

const none = () => {}
const CHOICES = [
  { value: 'a', label: 'One' },
  { value: 'b', label: 'Two' },
  { value: 'c', label: 'Three', disabled: true },
]

test('a button says that it is busy, and hides its words behind the dots', () => {
  const button = (more: object) => outlineIn(<Button {...more}>Pay</Button>)
  expect(button({})).toEqual(['button type=button'])
  expect(button({ type: 'submit' })).toEqual(['button type=submit'])
  expect(button({ disabled: true })).toEqual(['button type=button disabled'])
  expect(button({ busy: true })).toEqual(['button type=button aria-disabled=true aria-busy=true'])
  expect(textsIn(<Button busy>Pay</Button>)).toBe('Pay')
  const dots = (element: React.ReactElement) => renderToStaticMarkup(element).match(/breathe/g)?.length ?? 0
  expect([dots(<Button busy>Pay</Button>), dots(<Button>Pay</Button>)]).toEqual([3, 0])
})

test.each([
  ['primary', 'bg-ink'],
  ['quiet', 'bg-well'],
  ['up', 'bg-up'],
  ['down', 'bg-down'],
  ['wrong', 'bg-wrong'],
  ['plain', 'text-brand'],
] as const)('a button of the tone %s is %s', (tone, look) => {
  expect(renderToStaticMarkup(<Button tone={tone}>Pay</Button>)).toMatch(new RegExp(`[ "]${look}[ "]`))
})

test('a busy button takes no press, any other passes it on', () => {
  const pressed: string[] = []
  const press = (busy: boolean) => {
    const button = Button({ children: 'Pay', busy, onClick: () => void pressed.push('paid') })
    handle(button, 'onClick', { preventDefault: () => pressed.push('kept') })
  }
  press(true)
  press(false)
  expect(pressed).toEqual(['kept', 'paid'])
})

test('an icon button has its name, and a toggle says whether it is pressed', () => {
  expect(outlineIn(<IconButton icon="star" label="Favourite" />)).toEqual([
    'button type=button aria-label=Favourite',
  ])
  for (const pressed of [true, false])
    expect(outlineIn(<IconButton icon="star" label="Favourite" pressed={pressed} />)).toEqual([
      `button type=button aria-label=Favourite aria-pressed=${pressed}`,
    ])
  const filled = (pressed: boolean) =>
    renderToStaticMarkup(<IconButton icon="star" label="" pressed={pressed} />).includes(
      'fill="currentColor"',
    )
  expect([filled(true), filled(false)]).toEqual([true, false])
})

test.each([
  ['chips', Chips],
  ['a segment', Segment],
  ['a list', RadioList],
] as const)('%s is a group of radio buttons with one chosen', (_, Group) => {
  const group = <Group label="Which" choices={CHOICES} value="b" onChange={none} />
  expect(outlineIn(group).filter((one) => !one.startsWith('label'))).toEqual([
    'div role=radiogroup aria-label=Which',
    'input type=radio',
    'input type=radio checked',
    'input type=radio disabled',
  ])
  expect(textsIn(group)).toBe('Which | One | (chosen) | Two | (off) | Three')
  expect(textsIn(<Group label="Which" choices={CHOICES} value={null} onChange={none} />)).not.toContain(
    'chosen',
  )
})

test.each([
  [5, '20%'],
  [6, '33.333333333333336%'],
  [7, '25%'],
])('%i chips stand in rows of %s each', (count, share) => {
  const choices = Array.from({ length: count }, (_, value) => ({ value, label: value }))
  const chips = (shape: 'fill' | 'round') =>
    renderToStaticMarkup(<Chips label="" choices={choices} value={0} onChange={none} shape={shape} />)
  expect(chips('fill')).toContain(`calc(${share} - 8px)`)
  expect(chips('round')).not.toContain('calc(')
})

test('the direction is chosen between two named radio buttons, in the colour of the one chosen', () => {
  const drawn = (value: 'up' | 'down') => (
    <DirectionSwitch label="Direction" upLabel="Up" downLabel="Down" value={value} onChange={none} />
  )
  expect(textsIn(drawn('up'))).toBe('Direction | Up | (chosen) | Up | Down | Down')
  expect(textsIn(drawn('down'))).toBe('Direction | Up | Up | Down | (chosen) | Down')
  const tones = (value: 'up' | 'down') => renderToStaticMarkup(drawn(value)).match(/bg-(?:up|down)/g)
  expect([tones('up'), tones('down')]).toEqual([['bg-up'], ['bg-down']])
})

test('a row of a list has its note, what leads it and what trails it', () => {
  const choices = [{ value: 1, label: 'BTC', note: 'Bitcoin', leading: 'coin', trailing: '37%' }]
  expect(textsIn(<RadioList label="Coin" choices={choices} value={2} onChange={none} />)).toBe(
    'Coin | coin | BTC | Bitcoin | 37%',
  )
})

test('a field is described by its hint and its error, which is announced and hidden while there is none', () => {
  const field = (more: object) => outlineIn(<Field label="Name" value="x" onChange={none} {...more} />)
  expect(field({})).toEqual(['label for=#1', 'input id=#1', 'p id=#1-error role=alert'])
  expect(field({ hint: 'short' })).toEqual([
    'label for=#1',
    'input id=#1 aria-describedby=#1-hint',
    'p id=#1-hint',
    'p id=#1-error role=alert',
  ])
  expect(field({ error: 'too long' })).toEqual([
    'label for=#1',
    'input id=#1 aria-invalid=true aria-describedby=#1-error',
    'p id=#1-error role=alert',
  ])
  expect(field({ hint: 'short', error: 'too long' })[1]).toBe(
    'input id=#1 aria-invalid=true aria-describedby=#1-hint #1-error',
  )
  const hidden = (error: string | undefined) =>
    /role="alert" class="[^"]*\bhidden\b/.test(
      renderToStaticMarkup(<Field label="" value="" onChange={none} error={error} />),
    )
  expect([hidden(undefined), hidden('too long')]).toEqual([true, false])
})

test('a field has its texts in their places: label, aside, value, actions, unit, hint, error', () => {
  expect(
    textsIn(
      <Field
        label="Amount"
        value="12.5"
        onChange={none}
        aside="Available 90"
        hint="At most 90"
        error="Too much"
        suffix="USDT"
        actions={<FieldAction onClick={none}>Max</FieldAction>}
      />,
    ),
  ).toBe('Amount | Available 90 | 12.5 | Max | USDT | At most 90 | Too much')
})

test('an address is written left to right, without capitals and spelling', () => {
  expect(outlineIn(<Field label="To" value="0x" onChange={none} mono />)[1]).toBe(
    'input dir=ltr spellCheck=false id=#1',
  )
  expect(
    outlineIn(<TextArea label="Program" value="" onChange={none} rows={4} error="wrong" hint="JSON" />),
  ).toEqual([
    'label for=#1',
    'textarea id=#1 dir=ltr rows=4 spellCheck=false aria-invalid=true aria-describedby=#1-hint #1-error',
    'p id=#1-hint',
    'p id=#1-error role=alert',
  ])
})

test('an amount opens the keys that it needs, and takes only what has no more places than it may have', () => {
  const heard: string[] = []
  const field = (decimals?: number) =>
    NumericField({
      label: 'Amount',
      value: '',
      onChange: (text) => void heard.push(text),
      onTooPrecise: () => void heard.push('too precise'),
      ...(decimals !== undefined && { decimals }),
    })
  expect([field(), field(2), field(0)].map((one) => outlineIn(one)[1])).toEqual([
    'input dir=ltr inputMode=decimal autoComplete=off id=#1',
    'input dir=ltr inputMode=decimal autoComplete=off id=#1',
    'input dir=ltr inputMode=numeric autoComplete=off id=#1',
  ])
  for (const text of ['1.25', '1.255', '١٫٥', 'x', '']) handle(field(2), 'onChange', text)
  expect(heard).toEqual(['1.25', 'too precise', '1.5', ''])
})

test('the number pad is left to right, and names its keys that are no digits', () => {
  const pad = <Keypad label="Amount" pointLabel="Point" deleteLabel="Delete" onKey={none} />
  expect(textsIn(pad)).toBe('Amount | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | Point | . | 0 | Delete')
  expect(outlineIn(pad)[0]).toBe('div role=group aria-label=Amount dir=ltr')
})

test('a key of the pad counts when it is pressed or typed, and what is typed for the browser is left to it', () => {
  const heard: string[] = []
  const onKey = (key: string) => void heard.push(key)
  const keys = Keypad({ label: '', pointLabel: '', deleteLabel: '', onKey })
  handle(keys, 'onClick', {})
  const typed = (more: object) => {
    const event = { ctrlKey: false, metaKey: false, altKey: false, preventDefault: () => heard.push('kept') }
    handle(keys, 'onKeyDown', { ...event, ...more })
  }
  typed({ key: '7' })
  for (const more of [
    { key: 'Tab' },
    { key: '7', ctrlKey: true },
    { key: '7', metaKey: true },
    { key: '7', altKey: true },
  ])
    typed(more)
  expect(heard).toEqual(['1', 'kept', '7'])
})

test('a select shows its choice, and takes only values that it has', () => {
  const choices = [
    { value: 'all', label: 'All' },
    { value: 'won', label: 'Won' },
  ]
  const select = <Select label="Result" choices={choices} value="won" onChange={none} />
  expect(textsIn(select)).toBe('Result | All | (chosen) | Won')
  expect(renderToStaticMarkup(select)).toContain('data-chosen="Won"')
  expect(outlineIn(select).slice(0, 2)).toEqual(['label for=#1', 'select id=#1'])
})

test('a switch is described by its note, and a statement to agree to is a checkbox', () => {
  expect(outlineIn(<SwitchRow label="Push" note="On this phone" checked onChange={none} />)).toEqual([
    'span id=#1',
    'input type=checkbox role=switch aria-describedby=#1 checked',
  ])
  expect(outlineIn(<SwitchRow label="Push" checked={false} onChange={none} disabled />)).toEqual([
    'input type=checkbox role=switch disabled',
  ])
  const heard: boolean[] = []
  const row = CheckRow({ label: 'I agree', checked: false, onChange: (on) => void heard.push(on) })
  const input = (row.props as { children: React.ReactNode }).children
  handle(input, 'onChange', { target: { checked: true } })
  expect(heard).toEqual([true])
  expect(textsIn(<CheckRow label="I agree" checked onChange={none} />)).toBe('(chosen) | I agree')
  expect(textsIn(<CheckRow label="I agree" checked={false} disabled onChange={none} />)).toBe(
    '(off) | I agree',
  )
})
