import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Arrow } from './Arrow.tsx'
import { handle, textsIn } from './drawn.testing.ts'
import { Icon } from './Icon.tsx'
import { ICONS, POINTING } from './icons.ts'
import { part } from './part.ts'
import { PlainLink } from './PlainLink.tsx'
import { useUiTexts } from './uiTexts.tsx'
import { withTexts } from './withTexts.testing.tsx'

const CLICK = {
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  button: 0,
  defaultPrevented: false,
}

test.each([
  ['plain', {}, ['kept', '/coin']],
  ['middle', { button: 1 }, []],
  ['meta', { metaKey: true }, []],
  ['ctrl', { ctrlKey: true }, []],
  ['shift', { shiftKey: true }, []],
  ['alt', { altKey: true }, []],
  ['handled', { defaultPrevented: true }, []],
] as const)(
  'of a %s click on a link, the app handles what is plain and the browser the rest',
  (_, given, expected) => {
    const heard: string[] = []
    const link = PlainLink({ href: '/coin', onGo: (href) => void heard.push(href) })
    handle(link, 'onClick', { ...CLICK, ...given, preventDefault: () => heard.push('kept') })
    expect(heard).toEqual(expected)
  },
)

test('a link hears its own click first', () => {
  const heard: string[] = []
  const link = PlainLink({
    href: '/coin',
    onGo: (href) => void heard.push(href),
    onClick: () => void heard.push('own'),
  })
  handle(link, 'onClick', { ...CLICK, preventDefault: () => {} })
  expect(heard).toEqual(['own', '/coin'])
})

test('icons that point turn round where the page reads from the right, and no others', () => {
  for (const name of Object.keys(ICONS) as (keyof typeof ICONS)[]) {
    const turns = renderToStaticMarkup(<Icon name={name} />).includes('rtl:')
    expect([name, turns]).toEqual([name, POINTING.has(name)])
  }
  expect([POINTING.has('back'), POINTING.has('chevron'), POINTING.has('check')]).toEqual([true, true, false])
})

test('an icon grows with the text, and is filled when it is told to', () => {
  expect(renderToStaticMarkup(<Icon name="star" size={20} />)).toMatch(
    /width="1.25rem" height="1.25rem" fill="none"/,
  )
  expect(renderToStaticMarkup(<Icon name="star" filled />)).toContain('fill="currentColor"')
})

test('the arrows of up and down point up and down', () => {
  const tip = (way: 'up' | 'down') => /d="M5 (\S+) /.exec(renderToStaticMarkup(<Arrow way={way} />))?.[1]
  expect([tip('up'), tip('down')]).toEqual(['.8', '9.2'])
})

test('a part draws at once when its code has come before', async () => {
  const Late = part(() => Promise.resolve(({ name }: { name: string }) => <p>{name}</p>))
  await Late.load()
  expect(renderToStaticMarkup(<Late name="here" />)).toBe('<p>here</p>')
})

test('the texts of the page’s language are demanded, and none stands in for them', () => {
  const Words = () => <p>{useUiTexts().retry}</p>
  expect(textsIn(withTexts(<Words />))).toBe('Retry')
  expect(() => textsIn(<Words />)).toThrow('UiTextsProvider')
})
