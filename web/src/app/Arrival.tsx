import { useEffect, useRef } from 'react'
import { arrived } from '../navigation/navigate.ts'

let first = true

/** Runs when a screen is mounted with its code loaded: restores the scroll position and focuses the heading. */
export function Arrival({ path }: { path: string }) {
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (done.current === path) return
    done.current = path
    arrived()
    if (!first) focusHeading()
    first = false
  }, [path])
  return null
}

/** The heading of the new screen: the last one, because the market list comes before the coin. */
function focusHeading(): void {
  const headings = document.querySelectorAll<HTMLElement>('main h1')
  const heading = headings[headings.length - 1]
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}
