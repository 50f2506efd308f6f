import type { ReactElement } from 'react'
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
