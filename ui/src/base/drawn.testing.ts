import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The texts that a component draws at first, without its effects, in the order of the page: `Stake | 250.00 | USDT`. */
export function textsIn(element: ReactElement): string {
  return renderToStaticMarkup(element)
    .split(/<[^>]*>/)
    .map((text) =>
      text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: keyof typeof MARKS) => MARKS[name]).trim(),
    )
    .filter((text) => text !== '')
    .join(' | ')
}

const MARKS = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
