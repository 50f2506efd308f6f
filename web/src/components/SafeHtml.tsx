import createPurifier from 'dompurify'
import { useEffect, useMemo, useRef } from 'react'
import { go } from '../navigation/navigate.ts'
import { cx } from '@tickmark/ui/base/cx.ts'

const TAGS = 'p br b strong i em u ul ol li h3 h4 a img table thead tbody tr th td blockquote code'.split(' ')
const ATTRIBUTES = ['href', 'src', 'alt']

const purifier = createPurifier(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') keepLink(node)
  if (node.tagName === 'IMG' && !/^\/media\/[\w-]+\.jpg$/.test(node.getAttribute('src') ?? '')) node.remove()
})

/**
 * Text that operators wrote, as HTML: the one place where a page shows any. The server has cleaned it already; it is cleaned
 * again here by another parser, because what one lets through the other may not.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null)
  const clean = useMemo(
    () => purifier.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES, ALLOW_DATA_ATTR: false }),
    [html],
  )
  // On the element itself: the links inside take the keyboard as they are, and this only keeps their clicks in the app.
  useEffect(() => {
    const node = text.current
    node?.addEventListener('click', stayHere)
    return () => node?.removeEventListener('click', stayHere)
  }, [])
  // oxlint-disable-next-line react/no-danger
  return <div ref={text} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: clean }} />
}

/** Ours stay in this window, https opens a new one that knows nothing of us, and anything else is no link. */
function keepLink(link: Element): void {
  const href = link.getAttribute('href') ?? ''
  if (/^\/(?![/\\])/.test(href)) return
  if (!/^https:\/\//i.test(href)) return link.removeAttribute('href')
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer')
}

function stayHere(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  const href = link?.getAttribute('href') ?? ''
  if (!href.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  go(href)
}
