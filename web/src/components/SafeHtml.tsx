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
 * HTML written by operators: the only place where the page renders any. The server has sanitized it; a second parser
 * sanitizes it again here, because one parser may catch what the other misses.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null)
  const clean = useMemo(
    () => purifier.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES, ALLOW_DATA_ATTR: false }),
    [html],
  )
  // Handles clicks on the element itself: links inside stay normal and keyboard-accessible; this only routes their
  // clicks inside the app.
  useEffect(() => {
    const node = text.current
    node?.addEventListener('click', stayHere)
    return () => node?.removeEventListener('click', stayHere)
  }, [])
  // oxlint-disable-next-line react/no-danger
  return <div ref={text} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: clean }} />
}

/**
 * Links to our own pages stay in this window; https links open a new window without opener or referrer; any other
 * address is removed.
 */
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
