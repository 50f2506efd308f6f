import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/**
 * The texts that a component draws at first, without its effects, in the order of the page: `Stake | 250.00 | USDT`.
 * Accessible names, values of fields and the progress of bars stand in their places; a choice is marked `(chosen)`, a disabled control `(off)`.
 */
export function textsIn(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, (tag) => `\0${said(tag)}\0`)
    .split('\0')
    .map((text) => plain(text).trim())
    .filter((text) => text !== '')
    .join(' | ')
}

/** Where the links of a component lead, in the order of the page. */
export function linksIn(element: ReactElement): string[] {
  return [...renderToStaticMarkup(element).matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) =>
    plain(href),
  )
}

const TOLD =
  /^(?:role|type|href|for|id|dir|rows|inputMode|autoComplete|spellCheck|checked|disabled|tabindex|src|alt|hidden|aria-(?!hidden).*)$/i

/**
 * The elements of a component that tell a browser or a screen reader what they are, each with its attributes and without styles:
 * `input type=checkbox role=switch checked`. Made-up ids are numbered in the order of the page.
 */
export function outlineIn(element: ReactElement): string[] {
  const numbers = new Map<string, number>()
  const numbered = (id: string) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1)
    return `#${numbers.get(id)}`
  }
  return [...renderToStaticMarkup(element).matchAll(/<([a-z0-9]+)((?: [^<>]*?)?)\/?>/g)].flatMap(
    ([, tag, attributes]) => {
      const told = [...(attributes ?? '').matchAll(/ ([\w-]+)="([^"]*)"/g)].flatMap(
        ([, name = '', value = '']) => {
          if (!TOLD.test(name)) return []
          return value === '' ? [name] : [`${name}=${plain(value).replaceAll(/_\w+_/g, numbered)}`]
        },
      )
      // React adds a `link` for each picture.
      return told.length === 0 || tag === 'link' ? [] : [[tag, ...told].join(' ')]
    },
  )
}

/** Calls the first handler of this name in what a component without hooks has returned. Throws without one. */
export function handle(drawn: ReactNode, name: string, event: unknown): void {
  const handler = handlerIn(drawn, name)
  if (!handler) throw new Error(`nothing has ${name}`)
  handler(event)
}

function handlerIn(drawn: ReactNode, name: string): ((event: unknown) => void) | null {
  const list: readonly unknown[] = Array.isArray(drawn) ? drawn : [drawn]
  for (const one of list) {
    if (!isValidElement<Record<string, unknown>>(one)) continue
    const own = one.props[name]
    if (typeof own === 'function') return own as (event: unknown) => void
    const below = handlerIn(one.props['children'] as ReactNode, name)
    if (below) return below
  }
  return null
}

/** What a tag says besides its texts. */
function said(tag: string): string {
  const [, name] = / aria-label="([^"]*)"/.exec(tag) ?? []
  const [, value] = /^<input(?!.* type="(?:radio|checkbox)").* value="([^"]*)"/.exec(tag) ?? []
  const isChosen = / (?:checked|selected)=""| aria-(?:checked|pressed|selected|current)="(?:true|page)"/.test(
    tag,
  )
  const isOff = / disabled=""/.test(tag)
  const [, share] = / aria-valuenow="([^"]*)"/.exec(tag) ?? []
  return [name, value, share && `${share}%`, isChosen && '(chosen)', isOff && '(off)']
    .filter(Boolean)
    .join('\0')
}

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: keyof typeof MARKS) => MARKS[name])
}

const MARKS = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
