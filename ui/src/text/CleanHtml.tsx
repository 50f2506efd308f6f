import createPurifier from 'dompurify'
import { useEffect, useMemo, useRef } from 'react'
import { cx } from '../base/cx.ts'

const TAGS = 'p br b strong i em u ul ol li h3 h4 a img table thead tbody tr th td blockquote code'.split(' ')
const ATTRIBUTES = ['href', 'src', 'alt']

const purifier = createPurifier(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') keepLink(node)
  if (node.tagName === 'IMG' && !/^\/media\/[\w-]+\.jpg$/.test(node.getAttribute('src') ?? '')) node.remove()
})

interface CleanHtmlProps {
  html: string
  /** Opens a page of ours that the text links to. */
  onGo: (href: string) => void
  className?: string
}

/**
 * HTML written by operators: the only place that renders any. The server has sanitized it; a second parser sanitizes it
 * again here, because one parser may catch what the other misses.
 */
export function CleanHtml({ html, onGo, className }: CleanHtmlProps) {
  const text = useRef<HTMLDivElement>(null)
  const clean = useMemo(
    () => purifier.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES, ALLOW_DATA_ATTR: false }),
    [html],
  )
  // Handles clicks on the element itself: links inside stay normal and keyboard-accessible; this only routes their
  // clicks inside the app.
  useEffect(() => {
    const node = text.current
    const stayHere = (event: MouseEvent) => keepHere(event, onGo)
    node?.addEventListener('click', stayHere)
    return () => node?.removeEventListener('click', stayHere)
  }, [onGo])
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

function keepHere(event: MouseEvent, onGo: (href: string) => void): void {
  const link = (event.target as Element).closest('a')
  const href = link?.getAttribute('href') ?? ''
  if (!href.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  onGo(href)
}
