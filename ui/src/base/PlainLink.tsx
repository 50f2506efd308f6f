import type { AnchorHTMLAttributes, MouseEvent } from 'react'

export interface PlainLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** Goes there inside the app; new tabs and windows stay the browser's. */
  onGo: (href: string) => void
}

/** A real link that the app follows by itself. */
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
