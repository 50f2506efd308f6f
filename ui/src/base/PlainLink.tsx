import type { AnchorHTMLAttributes, MouseEvent } from 'react'

export interface PlainLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** Navigates inside the app; the browser still handles new tabs and windows. */
  onGo: (href: string) => void
}

/** A real link whose plain clicks the app handles. */
export function PlainLink({ href, onGo, ...rest }: PlainLinkProps) {
  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    rest.onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || elsewhere) return
    event.preventDefault()
    onGo(href)
  }
  return <a {...rest} href={href} onClick={onClick} />
}
